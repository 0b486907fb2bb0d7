import { errorAt } from '../../../src/api/private/problem';
import { ComposeService, readModel } from '../../compose/compose-model';
import { problem } from '../../compose/problems';
import { parseJson } from '../../order/parse-documents';
import { problem as orderProblem } from '../../order/problems';
import { describeFileError } from '../file-error';
import { Host } from '../host';
import { nameSource, readSource } from '../read-input';

/** Returns the services of the model in a file, or of the compose files, whose model `docker compose` prints. */
export function readComposeServices(files: readonly string[], machine: Host): ComposeService[] {
  const [first] = files;
  const source = nameSource(first);
  const model = files.length === 1 ? parseJson(readFile(first, machine)) : undefined;
  if (model !== undefined) {
    return readModel(source, model);
  }
  if (files.includes('-')) {
    throw unreadable('<stdin>', 'it is not the JSON of one compose model', files);
  }
  return readModel(source, parseJson(printModel(files, machine)));
}

function readFile(file: string, machine: Host): string {
  try {
    return readSource(file, machine);
  } catch (error) {
    throw errorAt(nameSource(file), orderProblem('SO670', { why: describeFileError(error) }));
  }
}

function printModel(files: readonly string[], machine: Host): string {
  const options = files.map(file => `--file=${file}`);
  try {
    return machine.run('docker', ['compose', ...options, 'config', '--format', 'json']);
  } catch (error) {
    const { code, message, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    const missing = 'its model is needed, and there is no program `docker` in the PATH';
    const failed = `\`docker compose\` does not print its model: ${(stderr || message).trim()}`;
    const why = code === 'ENOENT' ? missing : failed;
    throw unreadable(files.join(', '), why, files);
  }
}

function unreadable(path: string, why: string, files: readonly string[]): Error {
  const options = files.map(file => `--file ${file === '-' ? 'compose.yaml' : file}`).join(' ');
  return errorAt(path, problem('SO690', { why, options }));
}
