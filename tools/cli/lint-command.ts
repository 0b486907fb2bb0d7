import { getExitCode, ExitCode } from './exit-code';
import { formatFindings, formatUnreadable } from './findings-text';
import { Host } from './host';
import { ImageFileOptions, loadImageFile } from './load-image-file';
import { deliver, FileOptions } from './output';
import { readDocuments } from './read-input';
import { formatSarif } from './sarif';
import { VERSION } from './version';
import { FailOn } from '../lint/severity';
import { locateFindings } from '../order/locate-findings';
import { UnreadableInput } from '../order/parse-documents';

export interface LintCommandOptions extends FileOptions, ImageFileOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn: FailOn;
  readonly ignore: readonly string[];
}

export function lintCommand(files: readonly string[], options: LintCommandOptions, machine: Host): ExitCode {
  const images = loadImageFile(options, machine);
  const unreadable: UnreadableInput[] = [];
  const documents = readDocuments(files, machine, read => { unreadable.push(read); });
  const located = locateFindings(documents, { ...options, images });
  const { findings, objects } = located;

  machine.error(formatUnreadable(unreadable));
  deliver({
    text: () => formatFindings(located),
    json: () => `${JSON.stringify({ version: VERSION, objects, findings, unreadable: unreadable.map(({ source, position, message }) => ({ source, position, message })) }, undefined, 2)}\n`,
    sarif: () => `${JSON.stringify(formatSarif(findings, unreadable, VERSION), undefined, 2)}\n`,
  }[options.format](), options, machine);
  return getExitCode(findings, unreadable, options.failOn);
}
