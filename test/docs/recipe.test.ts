import { recipe } from '../../scripts/how-to/recipe';

/** The timeout of the Job in the program is five minutes. */
const wait = (timeout: string) => recipe('migrate-then-web', {
  migrate: `
workloads: [{ kind: Job, name: migrate-then-web-migrate }]
architecture: amd64
containers: { migrate: { dependsOn: { postgres: { timeout: ${timeout} } } } }
externalDependencies: { postgres: { server: { protocol: PostgreSQL, host: postgres.data } } }
`,
  web: `
workloads: [{ kind: Deployment, name: migrate-then-web-web }]
architecture: amd64
createServiceAccount: true
containers: { web: { dependsOn: { migrate: { timeout: 9m } } } }
externalDependencies: { migrate: { job: { name: migrate-then-web-migrate, namespace: shop } } }
`,
});

test('a recipe shows the object and the program, if both give the same pods', () => {
  expect(wait('5m')).toMatch(/^<details open>\n<summary>YAML<\/summary>[^]*kind: StartupOrder[^]*<summary>cdk8s<\/summary>/);
});

test.each([
  ['gives another pod than the program', '4m', 'migrate-then-web: the object and the program differ'],
  ['is invalid', 'soon', 'migrate-then-web: order.yaml'],
])('a recipe with an object that %s is refused', (_what, timeout, expected) => { expect(() => wait(timeout)).toThrow(expected); });
