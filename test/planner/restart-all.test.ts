import { About, ContainerWords, NEWEST, one, plan, PodIntent, READY_ON_1, refusals } from '../dsl';

const restarting = (words: ContainerWords = {}, about: About = NEWEST) => one('app', { ...READY_ON_1, ...words }, { restartAllContainers: true }, about);
const ALONE = { ...NEWEST, capabilities: { ...NEWEST.capabilities, restartAllContainers: false } };

test('a dependency with RESTART_ALL_CONTAINERS causes a warning', () => {
  expect(plan(restarting()).warnings).toContain("when 'dep' exits, the kubelet restarts all containers of the pod, without preStop hooks and with two seconds to exit "
    + '(`restartAllContainers`)');
});

test.each<[string, PodIntent, string]>([
  ['old nodes', restarting({}, ALONE),
    'not all nodes can restart the containers of a pod together; plan for nodes of Kubernetes 1.36 or newer (`kubernetesVersion`), or'],
  ['an init container, on old nodes, too', one('init', {}, { restartAllContainers: true }, ALONE), "'dep' is an init container and has exited by then;"],
  ['a pod that ends', restarting({}, { ...NEWEST, restartPolicy: 'OnFailure' }),
    "'dep' may end because all is done (restartPolicy OnFailure), which cannot be told from a crash;"],
  ['rules of its own', restarting({ restartRules: [{ action: 'Restart' }] }), "'dep' has `restartPolicyRules` of its own; write the rule there, or"],
])('RESTART_ALL_CONTAINERS is an error with %s', (_what, intent, why) => {
  expect(refusals(intent)).toEqual([`SO704: container 'app' must restart when 'dep' restarts, but ${why} leave \`restartAllContainers\` out`]);
});
