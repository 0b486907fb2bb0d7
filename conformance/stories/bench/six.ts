import { ContainerRole, Guarantee, Mechanism } from 'cdk8s-startup-order';
import { before, ready, startsBefore, Story } from '../../runner/story';
import { loop } from '../apps/pair';
import { behaviours, orderedSix, PORTS, six, sixByHand } from '../apps/six';

/** Six containers. */
export const stories: Readonly<Record<string, Story>> = {
  'six-gates': {
    about: 'ENTRYPOINT_GATE: the commands are known',
    ...six,
    app: (chart, { kubernetesVersion }) => {
      orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.ENTRYPOINT_GATE }, command: ['/app'] });
    },
  },
  'six-guards': {
    about: 'GUARDED_HOOK',
    ...six,
    app: (chart, { kubernetesVersion }) => {
      orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.GUARDED_HOOK } });
    },
    doesNotApply: before(35, 'no variables from files'),
  },
  'six-no-order': {
    about: 'the baseline: nothing is ordered',
    ...six,
    app: chart => { sixByHand(chart); },
    containers: behaviours({ needs: [] }),
    expect: ['c', 'd'].map(name => startsBefore('e', ready(name))),
  },
  'six-post-start': {
    about: 'POST_START: the hooks of several dependencies in one',
    ...six,
    app: (chart, { kubernetesVersion }) => {
      orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.POST_START, guarantee: Guarantee.BEST_EFFORT } });
    },
  },
  'six-recipe-hooks': {
    about: 'by hand, each of a to d has a postStart hook that waits for itself: until check; do sleep 0.1; done',
    ...six,
    app: chart => {
      sixByHand(chart, name => ['e', 'f'].includes(name) ? {} : { lifecycle: { postStart: { exec: { command: loop(`tcp:127.0.0.1:${PORTS[name]}`, 0.1) } } } });
    },
    containers: behaviours({ shell: true }),
  },
  'six-sidecar-probe': {
    about: 'SIDECAR_PROBE: a to d are native sidecars, each with a startup probe each second',
    ...six,
    app: (chart, { kubernetesVersion }) => {
      orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.SIDECAR_PROBE }, role: ContainerRole.SIDECAR });
    },
    doesNotApply: before(29, 'no native sidecars'),
  },
  'six-sidecar-wait-init': {
    about: 'SIDECAR_WAIT_INIT: a to d are native sidecars, one wait before c and d, one before e',
    ...six,
    app: (chart, { kubernetesVersion }) => {
      orderedSix(chart, kubernetesVersion, { options: { mechanism: Mechanism.SIDECAR_WAIT_INIT }, role: ContainerRole.SIDECAR });
    },
    doesNotApply: before(29, 'no native sidecars'),
  },
};
