import { createServer, ServerResponse } from 'http';
import { join } from 'path';
import { ApiClient } from '../../conformance/runner/api-client';
import { Seen } from '../../conformance/runner/observations';
import { LateError, poll } from '../../conformance/runner/poll';
import { StatusWatch } from '../../conformance/runner/status';
import { temporaryFolder } from '../temporary-folder';

const socket = join(temporaryFolder(), 'api.sock');
const asked: string[] = [];
let answer: ServerResponse;
const server = createServer((request, response) => {
  asked.push(request.url!);
  answer = response;
  response.writeHead(200);
  response.flushHeaders();
});
const api = new ApiClient(socket);

beforeAll(async () => new Promise<void>(resolve => { server.listen(socket, resolve); }));
afterAll(() => { api.close(); server.close(); });

const pod = (state: object, lastState = {}) => ({
  metadata: { name: 'shop' },
  spec: { containers: [{ name: 'app' }] },
  status: { phase: 'Running', containerStatuses: [{ name: 'app', state, lastState }] },
});

async function told(watch: StatusWatch, ...stamps: string[]): Promise<void> {
  const seen = new Seen();
  const texts = () => seen.all.map(s => `${s.container} ${s.stamp} ${s.detail}`.trim());
  await poll('the stamps', { everyMs: 5, withinMs: 2000 }, async () => {
    watch.read(seen);
    return texts().length >= stamps.length || undefined;
  });
  expect(texts()).toEqual(stamps);
}

test('the watch reports each change, short ones too, until the pod is deleted', async () => {
  const watch = new StatusWatch(api, 'here', false);
  await poll('a question', { everyMs: 5, withinMs: 2000 }, async () => asked.length > 0 || undefined);
  expect(asked).toEqual(['/api/v1/namespaces/here/pods?watch=true']);
  const changes = [
    { type: 'ADDED', object: pod({ running: {} }) },
    { type: 'MODIFIED', object: pod({ running: {} }) },
    { type: 'DELETED', object: pod({ terminated: { exitCode: 143, containerID: 'c1' } }) },
    { type: 'ADDED', object: pod({ running: {} }, { terminated: { exitCode: 143, containerID: 'c1' } }) },
  ];
  // The chunks of the network split the lines.
  const text = changes.map(c => JSON.stringify(c) + '\n').join('');
  answer.write(text.slice(0, 100));
  answer.write(text.slice(100));
  await told(watch, '(pod) phase Running', 'app state running', 'app state terminated 143', 'app ended 143', '(pod) gone', 'app state running');
  watch.close();
});

test('the end of the stream is late: the API server ends a watch that reads too slowly', async () => {
  asked.length = 0;
  const watch = new StatusWatch(api, 'here', false);
  await poll('a question', { everyMs: 5, withinMs: 2000 }, async () => asked.length > 0 || undefined);
  answer.end();
  await expect(poll('the error', { everyMs: 5, withinMs: 2000 }, async () => { watch.read(new Seen()); })).rejects.toThrow(
    new LateError('the watch of /api/v1/namespaces/here/pods has ended (200)'));
  await expect(async () => watch.read(new Seen())).rejects.toBeInstanceOf(LateError);
  watch.close();
});
