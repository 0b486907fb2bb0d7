import { exitCodeOf, ExitCode } from './exit-code';
import { findingsText, unreadableText } from './findings-text';
import { Machine } from './host';
import { judge } from './locate-findings';
import { deliver, FileOptions } from './output';
import { Unreadable } from './parse-documents';
import { Progress } from './progress';
import { readDocuments } from './read-input';
import { sarif } from './sarif';
import { VERSION } from './version';
import { FailOn } from '../inspect/lint/severity';

export interface LintOptions extends FileOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn: FailOn;
  readonly ignore: readonly string[];
}

export function lintCommand(files: readonly string[], options: LintOptions, machine: Machine): ExitCode {
  const progress = new Progress(machine);
  const unreadable: Unreadable[] = [];
  const { findings, objects } = judge(readDocuments(files, machine, progress, read => { unreadable.push(read); }), options, progress);
  progress.end();

  machine.error(unreadableText(unreadable));
  deliver({
    text: () => findingsText(findings, objects),
    json: () => `${JSON.stringify({ version: VERSION, objects, findings, unreadable: unreadable.map(({ source, position, message }) => ({ source, position, message })) }, undefined, 2)}\n`,
    sarif: () => `${JSON.stringify(sarif(findings, unreadable, VERSION), undefined, 2)}\n`,
  }[options.format](), options, machine);
  return exitCodeOf(findings, unreadable, options.failOn);
}
