import { Duration } from 'cdk8s';
import { Probe } from 'cdk8s-plus-27';
import { orderedPod } from '../../runner/ordered-pod';
import { before, Story } from '../../runner/story';

/** The URL that the app calls at its start. The proxy opens `9901/ready`. */
export const NEEDS_PROXY = { needs: 'http:http://127.0.0.1:9901/ready' };

/** An app that depends on a native sidecar with a startup probe. */
export const proxied: Pick<Story, 'app' | 'doesNotApply'> = {
  app: orderedPod({
    terminationGracePeriod: Duration.seconds(2),
    sidecars: [{
      name: 'proxy',
      image: 'envoyproxy/envoy:v1.31.0',
      startup: Probe.fromHttpGet('/ready', { port: 9901, periodSeconds: Duration.seconds(1), failureThreshold: 3600 }),
    }],
    containers: [{ name: 'app', image: 'shop/app:7' }],
  }),
  doesNotApply: before(29, 'no native sidecars'),
};
