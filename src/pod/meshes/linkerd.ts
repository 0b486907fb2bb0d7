import { findInitTraffic, MeshModule } from './mesh-product';
import { ProductVersion } from './version';

const INJECT = 'linkerd.io/inject';
/** The prefix of the annotation for native sidecars changed with its stage. */
const STAGES = ['', 'beta.', 'alpha.'] as const;
const AWAIT = { key: 'config.linkerd.io/proxy-await', value: 'enabled' };

export const linkerd: MeshModule = {
  title: 'Linkerd',
  oldest: '2.12',
  nativeSince: '2.15',
  nativeByPod: '2.15',

  meshOf(situation) {
    const { version, native } = situation;
    const isDefault = version.isAtLeast('2.20');
    return {
      name: `Linkerd ${version}`,
      proxy: 'linkerd-proxy',
      order: native ? 'native' : 'hook',
      reason: native
        ? 'injected as a native sidecar before all other containers'
        : 'injected as the first app container, with a postStart hook (`linkerd-await`)',
      ready: { kind: 'httpGet', scheme: 'http', port: 4191, path: '/ready' },
      annotations: [
        AWAIT,
        ...(native === isDefault ? [] : [{ key: getNativeAnnotation(findStage(version)), value: `${native}` }]),
      ],
      place: 'first',
      initTraffic: findInitTraffic(situation),
      excludePorts: 'config.linkerd.io/skip-outbound-ports',
      uncapturedUser: 2102,
      quit: native
        ? undefined
        : {
            url: 'http://127.0.0.1:4191/shutdown',
            ...(version.isAtLeast('2.16') ? { needs: 'the Helm value `proxy.enableShutdownEndpoint: true`' } : {}),
          },
      optOut: { in: 'annotations', key: INJECT, value: 'disabled' },
      skipsHostNetwork: true,
      warnings: native ? [] : ['the hook of linkerd-proxy gives up after two minutes, and the app containers start'],
    };
  },

  injection: {
    requested: t => t[INJECT] === 'enabled' || t[INJECT] === 'ingress',
    refused: t => t[INJECT] === 'disabled',
    native: t => STAGES.some(stage => t[getNativeAnnotation(stage)] === 'true'),
  },
};

type Stage = (typeof STAGES)[number];

function findStage(version: ProductVersion): Stage {
  if (version.isAtLeast('2.20')) {
    return '';
  }
  return version.isAtLeast('2.19') ? 'beta.' : 'alpha.';
}

function getNativeAnnotation(stage: Stage): string {
  return `config.${stage}linkerd.io/proxy-enable-native-sidecar`;
}
