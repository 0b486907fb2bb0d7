import { PodIntent } from '../../src/pod/intent';
import { ContainerWords, listRestarting, NEWEST, on, plan, pod, refusals, tcp } from '../dsl';

const RESTART = { restartAllContainers: true };

const restarting = (words: ContainerWords = {}, about: Partial<PodIntent> = NEWEST) => pod(p => {
  p.app('app', [on('db', RESTART)]);
  p.app('db', { ready: tcp(1), ...words });
}, about);

describe('a dependency that restarts', () => {
  test('with RESTART_ALL_CONTAINERS restarts all containers, and causes a warning', () => {
    expect(listRestarting(plan(restarting()))).toEqual(['db']);
    expect(plan(restarting()).warnings).toContain("when 'db' exits, the kubelet restarts all containers of the pod, without preStop hooks and with two seconds to exit "
      + '(`restartAllContainers`)');
  });

  test('by default restarts no other container', () => {
    const intent = (options = {}) => pod(p => { p.app('app', [on('db', options)]); p.app('db', { ready: tcp(1) }); }, NEWEST);
    expect(listRestarting(plan(intent()))).toEqual([]);
    expect(listRestarting(plan(intent({ restartAllContainers: false })))).toEqual([]);
  });

  test.each<[string, PodIntent, string]>([
    ['old nodes', restarting({}, {}),
      'not all nodes can restart the containers of a pod together; plan for nodes of Kubernetes 1.36 or newer (`kubernetesVersion`)'],
    ['an init container', pod(p => { p.app('app', [on(p.init('db'), RESTART)]); }, NEWEST), "'db' is an init container and has exited by then"],
    ['a pod that ends', restarting({}, { ...NEWEST, restartPolicy: 'OnFailure' }),
      "'db' may end because all is done (restartPolicy OnFailure), which cannot be told from a crash"],
    ['rules of its own', restarting({ restartRules: [{ action: 'Restart' }] }), "'db' has `restartPolicyRules` of its own; write the rule there"],
  ])('with RESTART_ALL_CONTAINERS is an error with %s', (_what, intent, why) => {
    const about = _what === 'old nodes' ? { ...intent, capabilities: { ...intent.capabilities, restartAllContainers: false } } : intent;
    expect(refusals(about)).toEqual([`SO704: container 'app' must restart when 'db' restarts, but ${why}${why.includes(';') ? ', or' : ';'} leave \`restartAllContainers\` out`]);
  });
});
