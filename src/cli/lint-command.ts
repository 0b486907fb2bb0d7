import { exitCodeOf, ExitCode } from './exit-code';
import { findingsText, unreadableText } from './findings-text';
import { readInput } from './input';
import { judge } from './judge';
import { Machine } from './machine';
import { deliver, FileOptions } from './output';
import { Progress } from './progress';
import { sarif } from './sarif';
import { VERSION } from './version';
import { FailOn } from '../lint/fail-on';

export interface LintOptions extends FileOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn: FailOn;
  readonly ignore: readonly string[];
}

export function lintCommand(files: readonly string[], options: LintOptions, machine: Machine): ExitCode {
  const progress = new Progress(machine);
  const { documents, unreadable } = readInput(files, machine, progress);
  progress.tell(() => `judging ${documents.length} objects`);
  const findings = judge(documents, options);
  progress.end();

  machine.error(unreadableText(unreadable));
  deliver({
    text: () => findingsText(findings, documents.length),
    json: () => `${JSON.stringify({ version: VERSION, objects: documents.length, findings, unreadable: unreadable.map(({ source, position, message }) => ({ source, position, message })) }, undefined, 2)}\n`,
    sarif: () => `${JSON.stringify(sarif(findings, unreadable, VERSION), undefined, 2)}\n`,
  }[options.format](), options, machine);
  return exitCodeOf(findings, unreadable, options.failOn);
}
