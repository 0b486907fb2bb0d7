import { ImagePullPolicy } from 'cdk8s-plus-27';
import { Dependency, ReadyCheck } from 'cdk8s-startup-order';
import { orderedPod } from '../runner/ordered-pod';
import { before, happens, neverStarts, prints, specified, startsAfter, Story, waiting } from '../runner/story';
import { appAfter, emptyDir, file } from './apps/preset';
import { CLOUD_SQL_PROXY, ENVOY, ISTIO_PROXY, vaultAgent } from './apps/sidecar-products';

const CONFIG = `template {
  source      = "/vault/config/db.ctmpl"
  destination = "/vault/secrets/db"
}
template {
  source      = "/vault/config/api.ctmpl"
  destination = "/vault/secrets/api"
}
`;

const REFUSED = prints('vault-agent', /unable to set CAP_SETFCAP effective capability/);

/** Sidecar presets as the user of their image. */
export const stories: Readonly<Record<string, Story>> = {
  'preset-cloud-sql-proxy': {
    about: 'The Cloud SQL proxy starts as the user of its image, listens where the kubelet asks, and the app starts after it.',
    app: appAfter(CLOUD_SQL_PROXY),
    images: ['gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.3'],
    containers: { app: { needs: 'http:http://127.0.0.1:9090/startup' } },
    expect: [startsAfter('app', prints('cloud-sql-proxy', /serves \/startup/), { withinMs: 4000 })],
  },
  'preset-envoy': {
    about: 'Envoy starts as a user that is not root, with the entrypoint and the configuration of its image, and the app starts after it.',
    app: appAfter(ENVOY),
    images: ['envoyproxy/envoy:v1.31.0'],
    containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' } },
    expect: [
      startsAfter('app', prints('envoy', /serves \/ready/), { withinMs: 4000 }),
      specified('envoy', 'has small requests', ({ resources }) => JSON.stringify(resources) === '{"requests":{"cpu":"100m","memory":"128Mi"}}'),
    ],
  },
  'preset-istio-proxy': {
    about: 'The proxy of Istio starts as user 1337 with a writable volume at each folder that it writes, and the app starts after it.',
    app: appAfter(ISTIO_PROXY, chart => ({
      sidecar: [emptyDir(chart, 'envoy', '/etc/istio/proxy'), emptyDir(chart, 'data', '/var/lib/istio/data')],
    })),
    images: ['istio/proxyv2:1.27.3'],
    containers: { app: { needs: 'http:http://127.0.0.1:15021/healthz/ready' } },
    expect: [startsAfter('app', prints('istio-proxy', /serves \/healthz\/ready/), { withinMs: 4000 })],
  },
  'preset-quick-start': {
    about: 'The quick start in each language: Envoy with its user becomes a native sidecar, and the app starts when Envoy is ready.',
    app: orderedPod({
      containers: [
        { name: 'app', image: 'shop/app:7', command: ['/app'], dependsOn: [Dependency.on('proxy')] },
        {
          name: 'proxy',
          image: 'envoyproxy/envoy:v1.31.0',
          // The node has the image, but no registry.
          imagePullPolicy: ImagePullPolicy.IF_NOT_PRESENT,
          securityContext: { user: 101 },
          readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
        },
      ],
    }),
    images: ['envoyproxy/envoy:v1.31.0'],
    containers: { app: { needs: 'http:http://127.0.0.1:9901/ready' } },
    expect: [startsAfter('app', prints('proxy', /serves \/ready/), { withinMs: 4000 })],
  },
  'preset-vault-agent': {
    about: 'The Vault agent starts as user 100 without the entrypoint of its image, renders two files, and the app starts after the second.',
    app: appAfter(vaultAgent('/vault/secrets/db', '/vault/secrets/api'), chart => {
      const secrets = emptyDir(chart, 'secrets', '/vault/secrets');
      return { sidecar: [secrets, file(chart, 'config', '/vault/config', 'agent.hcl', CONFIG)], app: [secrets] };
    }),
    images: ['hashicorp/vault:1.20.0'],
    containers: { app: { needs: ['file:/vault/secrets/db', 'file:/vault/secrets/api'] } },
    expect: [startsAfter('app', prints('vault-agent', /renders \/vault\/secrets\/api/), { withinMs: 4000 })],
  },
  'preset-vault-entrypoint': {
    about: 'DISORDER: the entrypoint of the Vault image fails as a user that is not root, so the container does not run it.',
    app: appAfter({ ...vaultAgent('/vault/secrets/db'), command: undefined }, chart => ({
      sidecar: [emptyDir(chart, 'secrets', '/vault/secrets')],
    })),
    doesNotApply: before(29, 'no native sidecars: a hook holds the app only while nothing fails'),
    images: ['hashicorp/vault:1.20.0'],
    containers: { app: {} },
    expect: [happens(REFUSED), neverStarts('app', { after: REFUSED, forMs: 2000 })],
  },
  'preset-without-user': {
    about: 'DISORDER: Envoy without a user is never created, because cdk8s-plus demands a user that is not root and the image has none.',
    app: appAfter({ ...ENVOY, securityContext: {} }),
    doesNotApply: before(29, 'no native sidecars: a hook holds the app only while nothing fails'),
    images: ['envoyproxy/envoy:v1.31.0'],
    containers: { app: {} },
    expect: [
      happens(waiting('envoy', 'CreateContainerConfigError')),
      neverStarts('app', { after: waiting('envoy', 'CreateContainerConfigError'), forMs: 2000 }),
    ],
  },
};
