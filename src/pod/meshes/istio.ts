import { findInitTraffic, MeshModule, MeshSituation } from './mesh-product';
import { MeshAnnotation } from '../../api/private/mesh';

const NATIVE = 'sidecar.istio.io/nativeSidecar';
const PROXY_CONFIG = 'proxy.istio.io/config';
const HOLD = 'holdApplicationUntilProxyStarts';
const INJECT = 'sidecar.istio.io/inject';

/**
 * Istio with sidecars. In ambient mode the pod contains no proxy, so it needs no profile.
 */
export const istio: MeshModule = {
  title: 'Istio',
  oldest: '1.8',
  nativeSince: '1.19',
  nativeByPod: '1.24',

  meshOf(situation) {
    const { version, native } = situation;
    const ready = { kind: 'httpGet', scheme: 'http', port: 15021, path: '/healthz/ready' } as const;
    return {
      name: `Istio ${version}`,
      proxy: 'istio-proxy',
      order: native ? 'native' : 'hook',
      reason: native
        ? 'injected as a native sidecar before all other containers'
        : 'injected as the first app container, with a postStart hook (`pilot-agent wait`)',
      // Before 1.20 the native proxy has no startup probe.
      ready: native && !version.isAtLeast('1.20') ? undefined : ready,
      annotations: native
        ? nativeAnnotations(situation)
        : [
            ...(situation.declared.nativeSidecars === false && version.isAtLeast('1.24')
              ? [{ key: NATIVE, value: 'false' }]
              : []),
            { key: PROXY_CONFIG, field: HOLD, value: 'true' },
          ],
      place: 'first',
      initTraffic: findInitTraffic(situation),
      excludePorts: 'traffic.sidecar.istio.io/excludeOutboundPorts',
      uncapturedUser: 1337,
      quit: native ? undefined : { url: 'http://127.0.0.1:15020/quitquitquit' },
      optOut: { in: 'labels', key: INJECT, value: 'false' },
      skipsHostNetwork: true,
      warnings: native
        ? []
        : [
            'the hook of istio-proxy gives up after 60 s, and the app containers start; a mesh that sets ' +
              '`global.proxy.lifecycle` has no such hook',
          ],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'true' || t['istio-injection'] === 'enabled' || t['istio.io/rev'] !== undefined,
    refused: t => t[INJECT] === 'false' || t['istio.io/dataplane-mode'] === 'ambient',
    native: t => t[NATIVE] === 'true',
  },
};

function nativeAnnotations({ version, nodes }: MeshSituation): MeshAnnotation[] {
  const byDefault = version.isAtLeast('1.27') && nodes.minor >= 33;
  return byDefault || !version.isAtLeast('1.24') ? [] : [{ key: NATIVE, value: 'true' }];
}
