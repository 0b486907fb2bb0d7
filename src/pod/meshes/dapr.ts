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
      reason: native
        ? 'injected as a native sidecar without a startup probe, after the init containers'
        : 'injected as the last app container, without a wait',
      annotations: version.isAtLeast('1.18') ? [{ key: NATIVE, value: `${native}` }] : [],
      place: 'last',
      initTraffic: 'free',
      quit: native ? undefined : { url: 'http://127.0.0.1:3500/v1.0/shutdown' },
      warnings: [
        'daprd itself waits for the port of the app, so the app cannot wait until daprd is ready: an app that ' +
          'needs building blocks during its start should ask for ' +
          '`GET http://127.0.0.1:3500/v1.0/healthz/outbound`',
      ],
    };
  },

  injection: {
    requested: t => t['dapr.io/enabled'] === 'true',
    refused: t => t['dapr.io/enabled'] === 'false',
    native: t => t[NATIVE] === 'true',
  },
};
