import { findCycleThrough, startWithSmallest } from '../../../src/pod/cycles';
import { formatTitle } from '../../read/find-workloads';
import { listEarlyTargets, needsReadyPod } from '../early-waits';
import { Rule, RuleFinding } from '../rule';

export const workloadsWaitForEachOther: Rule = {
  id: 'workloads-wait-for-each-other',
  severity: 'error',
  what: 'Workloads that wait for each other',
  why:
    'The pods of each workload wait before they are ready, and a Service lists only pods that are ready. Therefore ' +
    'no Service of the cycle ever has an address.',
  fix: {
    without: 'let one workload start without the other, and retry',
    withLibrary: 'write `dependsOn`: synth reports a cycle of workloads as an error, with their names',
  },
  source: 'EndpointSlice controller: addresses of pods that are not ready are not served',
  example: {
    wrong: createExample('shop'),
    right: createExample('config'),
  },

  find: (pod, lintContext) => {
    const itself = lintContext.findWorkload(pod);
    if (!itself || lintContext.listAwaited(itself, () => pod).length === 0) {
      return [];
    }
    const cycle = findCycleThrough(itself, w => lintContext.listAwaited(w), MOST_WORKLOADS + 1);
    // The rule waits-for-own-pod reports a workload that waits for itself.
    if (cycle === undefined || cycle.length === 1) {
      return [];
    }
    const titles = startWithSmallest(cycle.map(({ kind, name, pods }) => formatTitle({ kind, name, ...pods })));
    const shown = [...titles, titles[0]].join(' → ');
    const findings: RuleFinding[] = [];
    for (const { target, path, who } of listEarlyTargets(pod)) {
      const pods = lintContext.findPods(target, itself);
      if (pods?.workloads[0] === cycle[1] && needsReadyPod(target, pods)) {
        findings.push({ path, message: `${who} waits for a workload that waits for this workload: ${shown}` });
      }
    }
    return findings;
  },
};

/** A longer cycle is not searched for: the search would take seconds for thousands of workloads. */
const MOST_WORKLOADS = 20;

/** Returns two workloads: 'shop' waits for 'stock', and 'stock' for another one. */
function createExample(awaitedByStock: string): string {
  return [
    { name: 'shop', awaited: 'stock' },
    { name: 'stock', awaited: awaitedByStock },
  ]
    .map(
      ({ name, awaited }) => `
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec:
  selector: { app: ${name} }
  ports: [{ port: 8080 }]
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      initContainers:
        - name: wait
          image: busybox:1.37
          command: [timeout, "60", sh, -c, "until wget -q --spider http://${awaited}:8080/ready; do sleep 1; done"]
      containers:
        - name: ${name}
          image: shop/${name}:7
          ports: [{ containerPort: 8080 }]
`,
    )
    .join('---');
}
