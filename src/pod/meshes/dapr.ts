import { MeshModule } from './mesh-product';

const NATIVE = 'dapr.io/enable-native-sidecar';

/** Dapr captures no traffic: the app sends requests to its sidecar. */
export const dapr: MeshModule = {
  title: 'Dapr',
  oldest: '1.8',
  nativeSince: '1.18',
  nativeByPod: '1.18',

  meshOf({ version, native }) {
    return {
      name: `Dapr ${version}`,
      proxy: 'daprd',
      order: native ? 'native' : 'none',
      reason: native ? 'injected as a native sidecar without a startup probe, after the init containers' : 'injected as the last app container, without a wait',
      annotations: version.isAtLeast('1.18') ? [{ key: NATIVE, value: `${native}` }] : [],
      place: 'last',
      initTraffic: 'free',
      quit: native ? undefined : { url: 'http://127.0.0.1:3500/v1.0/shutdown' },
      warnings: [
        'daprd itself waits for the port of the app, so the app cannot wait until daprd is ready: an app that needs building blocks during its start should ask for '
          + '`GET http://127.0.0.1:3500/v1.0/healthz/outbound`',
      ],
    };
  },

  injection: {
    requested: t => t['dapr.io/enabled'] === 'true',
    refused: t => t['dapr.io/enabled'] === 'false',
    native: t => t[NATIVE] === 'true',
  },

  facts: [
    {
      what: 'The annotation `dapr.io/enabled: "true"` injects `daprd`, which listens on port 3500.',
      url: 'https://docs.dapr.io/concepts/dapr-services/sidecar/',
      read: 'documentation of 1.1x',
    },
    {
      what: '`dapr.io/enable-native-sidecar: "true"` makes `daprd` a native sidecar: the last init container, without a startup probe.',
      since: '1.18',
      url: 'https://github.com/dapr/dapr/blob/00bb2d9/docs/release_notes/v1.18.0.md',
      read: '1.18.0; the place in the list: commit d845074',
    },
    {
      what: '`/v1.0/healthz/outbound` reports that daprd accepts requests; `/v1.0/healthz` also waits for the app.',
      url: 'https://docs.dapr.io/concepts/dapr-services/sidecar/',
      read: '2026',
    },
    {
      what: '`POST http://localhost:3500/v1.0/shutdown` terminates `daprd` in a Job.',
      url: 'https://github.com/dapr/docs/blob/12af73c/daprdocs/content/en/operations/hosting/kubernetes/kubernetes-job.md',
      read: 'commit 12af73c',
    },
  ],
};
