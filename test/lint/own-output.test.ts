import { App, Chart, Testing } from 'cdk8s';
import { BENCH, loadStories } from '../../conformance/runner/stories';
import { membersOf, registryOf } from '../../src/constructs/private/registry';
import { lint } from '../../tools/lint/lint';
import { findWorkloads } from '../../tools/read/find-workloads';
import { readPod } from '../../tools/read/read-pod';
import { APPS } from '../apps/apps';
import { example, EXAMPLES, runExample } from '../examples';

/** The findings of lint that are errors, for all objects of the app. */
function listErrors(app: App): string[] {
  const findings = lint(app.charts.flatMap(chart => Testing.synth(chart)));
  const errors = findings.filter(({ severity }) => severity === 'error');
  return errors.map(({ rule, workload, path }) => `${rule} ${workload.name} ${path}`);
}

/** The orders that the plan promises, and that `explain` reports as not enforced when it reads the manifest. */
function listBroken(app: App): string[] {
  return membersOf(registryOf(app)).flatMap(member => {
    const { plan } = member.computePlan();
    const unenforced = findWorkloads(member.apiObject.toJson()).flatMap(workload => readPod(workload).order.unenforced);
    const isPromised = (first?: string, then?: string) =>
      plan?.edges.some(edge => edge.dependency === first && edge.dependent === then);
    const broken = unenforced.filter(({ first, then }) => isPromised(first, then));
    return broken.map(({ first, then, why }) => `${then} after ${first}: ${why}`);
  });
}

const PROGRAMS = [...EXAMPLES, example('quick-start'), example('shop')];

test.each(PROGRAMS)('lint and explain find nothing against the plan of the example $name', program => {
  for (const app of runExample(program).apps) {
    expect(listErrors(app)).toEqual([]);
    expect(listBroken(app)).toEqual([]);
  }
});

test.each(APPS)('lint and explain find nothing against the plan of the app: $title', ({ build }) => {
  const app = new App({ outdir: Testing.app().outdir });
  build(new Chart(app, 'app'));
  expect(listErrors(app)).toEqual([]);
  expect(listBroken(app)).toEqual([]);
});

const HOSTS = new Proxy<Record<string, string>>({}, { get: () => '10.0.0.1' });

const STORIES = [...loadStories([]), ...loadStories([], BENCH)];

test.each(STORIES)('lint and explain find nothing against the plan of the story %s', (name, story) => {
  for (const minor of [29, 37].filter(m => !story.doesNotApply?.(m))) {
    const app = new App({ outdir: Testing.app().outdir });
    const version = `1.${minor}`;
    const chart = new Chart(app, name, { namespace: 'story' });
    story.app(chart, { kubernetesVersion: version, kubeletVersion: version, delay: '2s', hosts: HOSTS });
    expect(listErrors(app)).toEqual([]);
    expect(listBroken(app)).toEqual([]);
  }
});
