import { createServer, IncomingMessage, RequestListener, Server, ServerResponse } from 'http';
import { AddressInfo } from 'net';
import { TestImage } from './test-images';

const servers: Server[] = [];
afterAll(() => { for (const server of servers) { server.close().closeAllConnections(); } });

/** Returns `127.0.0.1:PORT`. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers a request instead of the registry. `false`: the registry answers. */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Serves images with the HTTP API of registries; the keys are `repository:tag`. Returns its host. */
export function serveImages(images: Readonly<Record<string, TestImage>>, intercept: Intercept = () => false): Promise<string> {
  const tags = new Map(Object.entries(images).map(([name, { root }]) => [name, root]));
  const documents = new Map(Object.values(images).flatMap(i => i.documents).map(d => [d.digest, d]));
  return serve((request, response) => {
    if (intercept(request, response)) { return; }
    const [, repository, kind, reference] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(request.url ?? '') ?? [];
    const found = kind === 'manifests' ? tags.get(`${repository}:${reference}`) ?? documents.get(reference) : documents.get(reference);
    if (request.url === '/v2/' || found === undefined) {
      response.writeHead(request.url === '/v2/' ? 200 : 404).end('{}');
    } else {
      response.writeHead(200, { 'Content-Type': kind === 'manifests' ? found.mediaType : 'application/octet-stream' }).end(found.body);
    }
  });
}
