import { entry, raise } from '../../src/api/private/problem';

export const PROBLEMS = {
  SO690: entry(
    'compose model that cannot be read',
    { why: 'its model is needed, and there is no program `docker` in the PATH', options: '--file compose.yaml' },
    a =>
      `${a.why}; run \`docker compose ${a.options} config --format json >model.json\`, and pass \`--from model.json\``,
  ),
  SO692: entry(
    'fields of a compose file without an effect',
    {
      fields: ['services.web.depends_on.db.restart'] as readonly string[],
      reason: 'Kubernetes does not restart other workloads; restart both workloads together, or remove `restart: true`',
    },
    a => `${a.fields.join(', ')}: ${a.reason}`,
  ),
  SO693: entry(
    'compose service without exactly one container in the manifests',
    { service: 'db', found: ['Deployment db', 'StatefulSet db'] as readonly string[] },
    a => {
      const found =
        a.found.length === 0 ? 'has no container in the manifests' : `is in several workloads (${a.found.join(', ')})`;
      return (
        `service '${a.service}' ${found}; pass the whole output of kompose or Compose Bridge for this compose file, ` +
        'with its labels, and nothing else'
      );
    },
  ),
  SO694: entry(
    'compose dependencies that the manifests cannot keep',
    { enforced: 2, all: 5, services: ['cache', 'db'] as readonly string[] },
    a => {
      const causes =
        'these services need `expose`, because no Service with a TCP port selects their pods: ' +
        `${a.services.join(', ')}; add the lines below with the port of each service, and convert the compose ` +
        'file again';
      return (
        `${a.enforced} of ${a.all} dependencies are enforced; ` +
        `${a.services.length === 0 ? 'correct the fields above' : causes}`
      );
    },
  ),
};

export const problem = raise(PROBLEMS);
