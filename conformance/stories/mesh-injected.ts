import { ready, startsAfter, Story } from '../runner/story';
import { injectedPod, ISTIO_PROXY, LINKERD_PROXY } from './apps/injected';

/** A proxy that a mesh injected as the last container. */
export const stories: Readonly<Record<string, Story>> = {
  'mesh-istio-injected': {
    about: 'In a pod with a proxy that Istio injected as the last container, one call starts the app after the proxy.',
    app: injectedPod({ proxy: ISTIO_PROXY }),
    containers: ({ delay }) => ({ 'istio-proxy': { http: `15021/healthz/ready@${delay}` }, 'app': { needs: 'http:http://127.0.0.1:15021/healthz/ready' } }),
    expect: [startsAfter('app', ready('istio-proxy'), { withinMs: 4000 })],
  },
  'mesh-linkerd-injected': {
    about: 'In a pod with a proxy that Linkerd injected as the last container, one call starts the app after the proxy.',
    app: injectedPod({ proxy: LINKERD_PROXY, annotations: { 'linkerd.io/inject': 'enabled' } }),
    containers: ({ delay }) => ({ 'linkerd-proxy': { http: `4191/ready@${delay}` }, 'app': { needs: 'http:http://127.0.0.1:4191/ready' } }),
    expect: [startsAfter('app', ready('linkerd-proxy'), { withinMs: 4000 })],
  },
};
