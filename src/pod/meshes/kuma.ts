import { findInitTraffic, MeshModule } from './mesh-product';

const INJECT = 'kuma.io/sidecar-injection';

export const kuma: MeshModule = {
  title: 'Kuma',
  oldest: '2.4',
  nativeSince: '2.7',

  meshOf(situation) {
    const { version, native } = situation;
    return {
      name: `Kuma ${version}`,
      proxy: 'kuma-sidecar',
      order: native ? 'native' : 'hook',
      reason: native
        ? 'injected as a native sidecar before all other containers, as the control plane specifies'
        : 'injected as the first app container, with a postStart hook (`kuma-dp wait`)',
      annotations: native ? [] : [{ key: 'kuma.io/wait-for-dataplane-ready', value: 'true' }],
      place: 'first',
      initTraffic: findInitTraffic(situation),
      excludePorts: 'traffic.kuma.io/exclude-outbound-ports',
      optOut: { in: 'labels', key: INJECT, value: 'disabled' },
      warnings: native ? [] : ['the hook of kuma-sidecar gives up after three minutes, and the app containers start'],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'enabled' || t[INJECT] === 'true',
    refused: t => t[INJECT] === 'disabled' || t[INJECT] === 'false',
    native: () => false,
  },
};
