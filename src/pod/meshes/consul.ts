import { MeshModule } from './mesh-product';

const PREFIX = 'consul.hashicorp.com';
const INJECT = `${PREFIX}/connect-inject`;
const NATIVE = `${PREFIX}/enable-consul-dataplane-as-sidecar`;

/** The versions are the versions of consul-k8s, which contains the chart and the injector. */
export const consul: MeshModule = {
  title: 'Consul',
  oldest: '1.4',
  nativeSince: '1.8',

  meshOf({ version, native }) {
    return {
      name: `Consul ${version}`,
      proxy: 'consul-dataplane',
      order: native ? 'native' : 'hook',
      reason: native
        ? 'injected as a native sidecar'
        : 'injected as the first app container, with a postStart hook that requests its graceful startup',
      annotations: native
        ? [{ key: NATIVE, value: 'true' }]
        : [
            { key: `${PREFIX}/enable-sidecar-proxy-lifecycle`, value: 'true' },
            { key: `${PREFIX}/sidecar-proxy-lifecycle-startup-grace-period-seconds`, value: '60' },
          ],
      place: 'first',
      // The position of Consul's init container is unknown, so the traffic of the pod's init containers counts as lost.
      initTraffic: native ? 'meshed' : 'lost',
      excludePorts: `${PREFIX}/transparent-proxy-exclude-outbound-ports`,
      quit: native ? undefined : { url: 'http://127.0.0.1:20600/graceful_shutdown' },
      optOut: { in: 'annotations', key: INJECT, value: 'false' },
      warnings: native ? [] : ['the hook of consul-dataplane gives up after 60 s, and the app containers start'],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'true',
    refused: t => t[INJECT] === 'false' || t[`${PREFIX}/transparent-proxy`] === 'false',
    native: t => t[NATIVE] === 'true',
  },
};
