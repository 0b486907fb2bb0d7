import { formatFindings, formatUnreadable } from './findings-text';
import { ExitCode, Host } from './host';
import { loadImageFile } from './load-image-file';
import { deliver, FileOptions, formatJson } from './output';
import { isExcluded, nameSource, readDocuments } from './read-input';
import { formatSarif } from './sarif';
import { VERSION } from './version';
import { FailOn, failsOn } from '../lint/severity';
import { locateFindings } from '../order/locate-findings';
import { UnreadableInput } from '../order/parse-documents';

interface LintCommandOptions extends FileOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly failOn: FailOn;
  readonly ignore: readonly string[];
  /** Patterns of files and directories to skip. */
  readonly exclude: readonly string[];
  /** Files of directories that cannot be read are notes. */
  readonly skipUnreadable?: boolean;
}

export function lintCommand(files: readonly string[], options: LintCommandOptions, machine: Host): ExitCode {
  const images = loadImageFile(options, machine);
  const unreadable: UnreadableInput[] = [];
  const documents = readDocuments(
    files,
    machine,
    unreadable,
    ({ source, isNamed }) => !isNamed && isExcluded(source, options.exclude),
  );
  const located = locateFindings(documents, { ...options, images });
  const { findings, objects } = located;

  const named = files.map(nameSource);
  const isSkipped = ({ source }: UnreadableInput) => options.skipUnreadable && !named.includes(source);
  const wrong = unreadable.filter(read => !isSkipped(read));
  machine.error(formatUnreadable(unreadable.filter(isSkipped), 'note: skipped: '));
  machine.error(formatUnreadable(wrong));
  const inputs = wrong.map(({ source, position, message }) => ({ source, position, message }));
  const formats = {
    text: () => formatFindings(located),
    json: () => formatJson({ version: VERSION, objects, findings, unreadable: inputs }),
    sarif: () => formatJson(formatSarif(findings, wrong, VERSION)),
  };
  deliver(formats[options.format](), options, machine);
  if (wrong.length > 0) {
    return ExitCode.UNUSABLE;
  }
  return findings.some(f => failsOn(options.failOn, f.severity)) ? ExitCode.FOUND : ExitCode.OK;
}
