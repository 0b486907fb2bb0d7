import { recipe } from './recipe';

export function dependencies(): Record<string, string> {
  return {
    'migrate-then-web': recipe('migrate-then-web', {
      migrate: `
workloads: [{ kind: Job, name: migrate-then-web-migrate }]
architecture: amd64
containers:
  migrate: { dependsOn: { postgres: { timeout: 5m } } }
externalDependencies:
  postgres: { server: { protocol: PostgreSQL, host: postgres.data } }
`,
      web: `
workloads: [{ kind: Deployment, name: migrate-then-web-web }]
architecture: amd64
createServiceAccount: true
containers:
  web: { dependsOn: { migrate: { timeout: 9m } } }
externalDependencies:
  migrate: { job: { name: migrate-then-web-migrate, namespace: shop } }
`,
    }),
  };
}
