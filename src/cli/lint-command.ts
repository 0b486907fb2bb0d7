import { getExitCode, ExitCode } from './exit-code';
import { formatFindings, formatUnreadable } from './findings-text';
import { Host } from './host';
import { locateFindings } from './locate-findings';
import { deliver, FileOptions } from './output';
import { UnreadableInput } from './parse-documents';
import { Progress } from './progress';
import { readDocuments } from './read-input';
import { formatSarif } from './sarif';
import { VERSION } from './version';
import { FailOn } from '../inspect/lint/severity';

export interface LintCommandOptions extends FileOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn: FailOn;
  readonly ignore: readonly string[];
}

export function lintCommand(files: readonly string[], options: LintCommandOptions, machine: Host): ExitCode {
  const progress = new Progress(machine);
  const unreadable: UnreadableInput[] = [];
  const { findings, objects } = locateFindings(readDocuments(files, machine, progress, read => { unreadable.push(read); }), options, progress);
  progress.end();

  machine.error(formatUnreadable(unreadable));
  deliver({
    text: () => formatFindings(findings, objects),
    json: () => `${JSON.stringify({ version: VERSION, objects, findings, unreadable: unreadable.map(({ source, position, message }) => ({ source, position, message })) }, undefined, 2)}\n`,
    sarif: () => `${JSON.stringify(formatSarif(findings, unreadable, VERSION), undefined, 2)}\n`,
  }[options.format](), options, machine);
  return getExitCode(findings, unreadable, options.failOn);
}
