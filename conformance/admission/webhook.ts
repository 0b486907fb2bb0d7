import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';
import { createServer, Server } from 'https';
import { AddressInfo } from 'net';
import { join } from 'path';
import { DAMAGES } from './damages';

/** A mutating webhook that changes pods with the label `webhook`, and its configuration. */
export interface Webhook {
  readonly server: Server;
  readonly configuration: object;
}

/** Starts the webhook with its own certificate. */
export async function startWebhook(directory: string): Promise<Webhook> {
  const [key, certificate] = ['webhook.key', 'webhook.crt'].map(file => join(directory, file));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=webhook', '-addext', 'subjectAltName=IP:127.0.0.1',
    '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    let text = '';
    request.on('data', part => { text += part; });
    request.on('end', () => {
      const { request: { uid, object } } = JSON.parse(text);
      const { change } = DAMAGES[object.metadata.labels.webhook];
      const patch = [{ op: 'replace', path: '/spec', value: change(object.spec) }];
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({
        apiVersion: 'admission.k8s.io/v1',
        kind: 'AdmissionReview',
        response: { uid, allowed: true, patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(patch)).toString('base64') },
      }));
    });
  });
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    configuration: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingWebhookConfiguration',
      metadata: { name: 'damages' },
      webhooks: [{
        name: 'damages.example.com',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Fail',
        objectSelector: { matchExpressions: [{ key: 'webhook', operator: 'In', values: Object.keys(DAMAGES) }] },
        rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
        clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle: readFileSync(certificate).toString('base64') },
      }],
    },
  };
}
