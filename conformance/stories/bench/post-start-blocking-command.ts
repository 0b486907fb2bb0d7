import { Mechanism, ReadyCheck } from 'cdk8s-startup-order';
import { Story } from '../../runner/story';
import { pairBy } from '../apps/pair';

const story: Story = {
  about: "POST_START, the hook is the dependency's own blocking command: no wait agent to install",
  ...pairBy({
    mechanism: Mechanism.POST_START,
    dependency: { image: 'istio/proxyv2:1.24.0', readyWhen: ReadyCheck.blockingCommand(['pilot-agent', 'wait']) },
  }),
  containers: ({ delay }) => ({
    app: { needs: 'http:http://127.0.0.1:15021/healthz/ready' },
    dependency: { http: `15021/healthz/ready@${delay}` },
  }),
};
export default story;
