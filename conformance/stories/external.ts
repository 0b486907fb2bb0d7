import { Dependency, OrderedPod } from 'cdk8s-startup-order';
import { completes, create, created, ended, follows, happens, injected, jobCondition, neverStarts, patch, ready, running, says, startsAfter, Story } from '../runner/story';
import { KUBECTL, migrate, settings } from './apps/outside';

const MISSING = says('wait-for-migrate', /^startup-order: .*jobs.batch "migrate" not found/);

/** Waits outside the pod. */
export const stories: Readonly<Record<string, Story>> = {
  'external-dns': {
    about: 'A name in /etc/hosts resolves, and the app starts. An unknown name delays it.',
    app: (chart, { kubernetesVersion }) => {
      for (const [id, host] of [['app', 'db.house'], ['lost', 'nobody.house']]) {
        new OrderedPod(chart, id, {
          startupOrder: { kubernetesVersion },
          hostAliases: [{ ip: '10.9.8.7', hostnames: ['db.house'] }],
          containers: [{ name: id, image: 'shop/app:7', dependsOn: [Dependency.onDns(host)] }],
        });
      }
    },
    pods: 2,
    containers: { app: {}, lost: {} },
    expect: [startsAfter('app', created(), { withinMs: 10_000 }), neverStarts('lost', { after: running('wait-for-nobody'), forMs: 8000 })],
  },
  'external-job-failed': {
    about: 'A failed Job fails the wait, with the reason in its log. The app does not start, and the kubelet restarts the wait.',
    objects: migrate,
    app: (chart, { kubernetesVersion }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion, createServiceAccount: true },
        containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onJobNamed('migrate')] }],
      });
    },
    images: [KUBECTL],
    pods: 2,
    containers: ({ delay }) => ({ migrate: { exitAt: delay, exitCode: 1 }, app: {} }),
    expect: [
      happens(says('wait-for-migrate', /^startup-order: 'migrate' will not be ready \(passed: kubectl wait jobs.batch\/migrate --for=condition=Failed/)),
      follows(ended('wait-for-migrate', 1), jobCondition('Failed'), { withinMs: 15_000 }),
      neverStarts('app', { after: ended('wait-for-migrate', 1), forMs: 3000 }),
    ],
  },
  'external-job-late': {
    about: 'A pod waits for a Job that does not exist yet.',
    app: (chart, { kubernetesVersion }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion, createServiceAccount: true },
        containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onJobNamed('migrate')] }],
      });
    },
    faults: [create('the Job', migrate, { at: MISSING, afterMs: 3000 })],
    images: [KUBECTL],
    pods: 2,
    containers: ({ delay }) => ({ migrate: { exitAt: delay }, app: {} }),
    expect: [startsAfter('app', injected('create the Job')), startsAfter('app', completes('migrate')), startsAfter('app', jobCondition('Complete'), { withinMs: 5000 })],
  },
  'external-resource': {
    about: 'The app starts after a field of an existing object gets its value.',
    objects: chart => settings(chart, 'starting'),
    app: (chart, { kubernetesVersion }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion, createServiceAccount: true },
        containers: [{ name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onResource('configmaps/settings', { jsonPath: '{.data.phase}', value: 'ready' })] }],
      });
    },
    faults: [patch('configmaps/settings', { data: { phase: 'ready' } }, { at: running('wait-for-settings'), afterMs: 4000 })],
    images: [KUBECTL],
    containers: { app: {} },
    expect: [startsAfter('app', injected('patch configmaps/settings'), { withinMs: 5000 })],
  },
  'external-tcp': {
    about: 'An init container waits for a TCP port of another pod and delays all containers of its own pod.',
    app: (chart, { kubernetesVersion, hosts }) => {
      new OrderedPod(chart, 'pod', {
        startupOrder: { kubernetesVersion },
        containers: [
          { name: 'app', image: 'shop/app:7', dependsOn: [Dependency.onTcp(hosts.database, 5432, { name: 'database' })] },
          { name: 'metrics', image: 'shop/metrics:1' },
        ],
      });
    },
    beside: { database: { tcp: '5432@5s' } },
    containers: ({ hosts }) => ({ app: { needs: `tcp:${hosts.database}:5432` }, metrics: {} }),
    expect: [startsAfter('app', ready('database'), { withinMs: 5000 }), startsAfter('metrics', ready('database'))],
  },
};
