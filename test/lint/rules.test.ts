import { documentsOf, findings, found, job, pod } from './documents';
import { WAIT_AGENT as AGENT } from '../../src/agent/contract';
import { ImageFile } from '../../src/images/image-file';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';
import { lint, LintOptions, RULES } from '../../tools/lint/lint';

const deployment = (spec: string, more = 'replicas: 1') => `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: x }, spec: { ${more}, template: { spec: ${spec} } } }`;
/** A StatefulSet, and the Service `x` of its pods. */
const statefulSet = (name: string, spec: string, service = 'clusterIP: None') => `
{ apiVersion: apps/v1, kind: StatefulSet, metadata: { name: ${name}, namespace: n }, spec: { template: { metadata: { labels: { app: x } }, spec: ${spec} } } }
---
{ apiVersion: v1, kind: Service, metadata: { name: x, namespace: n }, spec: { selector: { app: x }, ${service} } }`;
const agentWait = (check: string) => `{ initContainers: [{ name: wait-for-x, command: [${AGENT}, --for=x, '--${check}'] }], containers: [{ name: a }] }`;
const UNREADY = 'clusterIP: None, publishNotReadyAddresses: true';
/** Workloads with Services of the same name. The pods of each workload wait for the next Service with `how` before they are ready. */
const circle = (names: readonly string[], how: (host: string) => string, service = '') => names.map((name, i) => `
{ apiVersion: apps/v1, kind: Deployment, metadata: { name: ${name} }, spec: { template: { metadata: { labels: { app: ${name} } }, spec: ${how(names[(i + 1) % names.length])} } } }
---
{ apiVersion: v1, kind: Service, metadata: { name: ${name} }, spec: { selector: { app: ${name} }, ${service} } }`).join('\n---');
const initWait = (host: string) => `{ initContainers: [{ name: i, ${sh(limited(`nc -z ${host} 80`))} }], containers: [{ name: a }] }`;
const hook = (script: string) => `lifecycle: { postStart: { exec: { command: [sh, -c, '${script}'] } } }`;
const sh = (script: string) => `command: [sh, -c, '${script}']`;
const later = '{ name: later }';
const wait = (what: string) => `until ${what}; do sleep 1; done`;
const limited = (what: string) => `for i in $(seq 9); do ${what} && exit 0; sleep 1; done; exit 1`;

/** A pod of Istio, whose annotation asks for the hook of the proxy. */
const istio = (more: string, config = 'holdApplicationUntilProxyStarts: true') => `{ apiVersion: v1, kind: Pod, metadata: {
  name: x, labels: { sidecar.istio.io/inject: 'true' }, annotations: { proxy.istio.io/config: '${config}'${more} }
}, spec: { containers: [{ name: a }] } }`;

const DECLARED = "cdk8s-startup-order.github.io/depends-on: '{}'";

/** For each rule, manifests with a finding and its path, and then similar manifests without a finding. */
const CASES: Readonly<Record<string, readonly (string | readonly [path: string, document: string])[]>> = {
  'startup-probe-orders-nothing': [
    ['spec.containers[1].startupProbe', pod(`{ containers: [{ name: z }, { name: a, startupProbe: { tcpSocket: { port: 80 }, periodSeconds: 1 } }, ${later}] }`)],
    pod('{ containers: [{ name: a, startupProbe: { httpGet: { path: /, port: 80 } } }] }'),
    pod('{ containers: [{ name: z }, { name: a, startupProbe: { httpGet: { path: /, port: 80 } } }] }'),
    pod(`{ containers: [{ name: a, startupProbe: { exec: { command: [x] } }, livenessProbe: { exec: { command: [x] } } }, ${later}] }`),
    pod(`{ containers: [{ name: a, startupProbe: { exec: { command: [x] } }, readinessProbe: { exec: { command: [x] } } }, ${later}] }`),
    pod(`{ containers: [{ name: a, ports: [{ containerPort: 80 }], startupProbe: { failureThreshold: 3, tcpSocket: { port: 80 } } }, ${later}] }`),
    pod(`{ containers: [{ name: a, startupProbe: { tcpSocket: { port: 80 } } }, { name: b, ${sh(wait('nc -z localhost 80'))} }] }`),
    pod(`{ containers: [{ name: a, startupProbe: { tcpSocket: { port: 80 } }, ${hook(limited('nc -z localhost 80'))} }, ${later}] }`),
  ],
  'declared-order-is-missing': [
    ['metadata.annotations', `{ apiVersion: v1, kind: Pod, metadata: { name: x, annotations: { ${DECLARED} } }, spec: { containers: [{ name: a }] } }`],
    ['spec.template.metadata.annotations', `{ apiVersion: apps/v1, kind: Deployment, metadata: { name: x }, spec: { template: { metadata: { annotations: { ${DECLARED} } }, spec: { containers: [{ name: a }] } } } }`],
    `{ apiVersion: v1, kind: Pod, metadata: { name: x, annotations: { ${DECLARED}, cdk8s-startup-order.github.io/ordered: x } }, spec: { containers: [{ name: a }] } }`,
    "{ apiVersion: v1, kind: Pod, metadata: { name: x, annotations: { run.googleapis.com/container-dependencies: '{}' } }, spec: { containers: [{ name: a }] } }",
  ],
  'list-order-is-no-order': [
    ['spec.containers[0]', pod('{ containers: [{ name: 1st }, { name: 2nd }] }')],
    ['spec.containers[0]', pod('{ containers: [{ name: db-1st }, { name: app-2nd }] }')],
    pod('{ containers: [{ name: worker-1 }, { name: worker-2 }] }'),
    pod('{ containers: [{ name: 2nd }, { name: 1st }] }'),
    pod('{ containers: [{ name: 1st }, { name: 3rd }] }'),
    pod(`{ containers: [{ name: 1st, ${hook(limited('nc -z localhost 80'))} }, { name: 2nd }] }`),
  ],
  'sleep-as-order': [
    ['spec.containers[0].command', pod(`{ containers: [{ name: a, ${sh('echo waiting; sleep 5; exec /app')} }] }`)],
    ['spec.containers[0].args', pod('{ containers: [{ name: a, command: [bash, -euo, pipefail, -c], args: ["sleep 5 && /app"] }] }')],
    ['spec.initContainers[0].command', pod('{ initContainers: [{ name: i, command: [sleep, "20"] }], containers: [{ name: a }] }')],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh('sleep 10; /migrate')} }], containers: [{ name: a }] }`)],
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, lifecycle: { postStart: { sleep: { seconds: 5 } } } }, ${later}] }`)],
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook('sleep 30; curl -X POST localhost/register')} }, ${later}] }`)],
    ['spec.initContainers[0].lifecycle.postStart', pod(`{ initContainers: [{ name: s, restartPolicy: Always, ${hook('sleep 3')} }], containers: [{ name: a }] }`)],
    pod('{ containers: [{ name: a, command: [sleep, "3600"] }] }'),
    pod(`{ containers: [{ name: a, ${sh('while true; do /work; sleep 60; done')} }] }`),
    pod(`{ containers: [{ name: a }, { name: b, ${hook('sleep 5; curl -X POST localhost/register')} }] }`),
    pod(`{ containers: [{ name: a, ${hook('sleep 5; chmod 777 /x')} }, ${later}] }`),
    pod(`{ containers: [{ name: a, ${sh('sleep 10; while true; do sleep 5; done')} }] }`),
    pod(`{ containers: [{ name: a, ${sh('touch /tmp/x; sleep 10; sleep infinity')} }] }`),
    pod(`{ containers: [{ name: a, lifecycle: { preStop: { sleep: { seconds: 5 } } } }, ${later}] }`),
    pod(`{
      initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 1 } }, ${hook('sleep 3')} }],
      containers: [{ name: a }] }`),
  ],
  'restart-policy-makes-no-sidecar': [
    ['spec.containers[0].restartPolicy', pod(`{ containers: [{ name: a, restartPolicy: Always }, ${later}] }`)],
    pod(`{ initContainers: [{ name: a, restartPolicy: Always }], containers: [${later}] }`),
    pod(`{ restartPolicy: Never, containers: [{ name: a, restartPolicy: Always }, ${later}] }`),
    pod('{ containers: [{ name: a, restartPolicy: OnFailure }] }'),
    pod('{ containers: [{ name: a, restartPolicy: Always, restartPolicyRules: [{ action: RestartAllContainers, exitCodes: { operator: NotIn, values: [0] } }] }] }'),
  ],
  'duplicate-order': [
    ['spec.initContainers[1].command', pod(`{ initContainers: [
      { name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 }, periodSeconds: 1 } }, { name: w, ${sh(limited('nc -z localhost 80'))} }], containers: [{ name: a }] }`)],
    ['spec.initContainers[1].args', pod(`{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ name: admin, containerPort: 80 }], startupProbe: { httpGet: { path: /ready, port: admin }, periodSeconds: 1 } },
      { name: w, args: [timeout, "60", sh, -c, "until curl -f localhost:80/ready; do sleep 1; done"] }], containers: [{ name: a }] }`)],
    pod(`{ initContainers: [{ name: v, ${sh(limited('nc -z db 80'))} }, { name: w, ${sh(limited('nc -z db 81'))} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: v, ${sh(limited('curl -f http://db/a'))} }, { name: w, ${sh(limited('curl -f http://db/b'))} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: v, ${sh(`${limited('nc -z db 80')}; ${limited('nc -z db 80')}`)} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: v, ${sh(limited('psql -h db -f /a'))} }, { name: w, ${sh(limited('psql -h db -f /b'))} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 }, periodSeconds: 1 } },
      { name: w, ${sh(limited('curl -f -X PUT localhost:80 -d x'))} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }], startupProbe: { exec: { command: [x] }, periodSeconds: 1 } },
      { name: w, ${sh(limited('nc -z localhost 80'))} }], containers: [{ name: a }] }`),
  ],
  'cyclic-order': [
    ['spec.containers[0].command', pod(`{ containers: [
      { name: a, ports: [{ containerPort: 1 }], ${sh(wait('nc -z localhost 2'))} }, { name: b, ports: [{ containerPort: 2 }], ${sh(wait('nc -z localhost 3'))} },
      { name: c, ports: [{ containerPort: 3 }], ${sh(wait('nc -z localhost 1'))} }] }`)],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 1 }, ${sh(wait('nc -z localhost 2'))} }],
      containers: [{ name: a, ports: [{ containerPort: 2 }] }] }`)],
    // The init container between the two containers closes the cycle.
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 1 }, ${sh(wait('nc -z localhost 2'))} }, { name: i },
      { name: t, restartPolicy: Always, ports: [{ containerPort: 2 }] }], containers: [{ name: a }] }`)],
    pod(`{ containers: [{ name: a, ports: [{ containerPort: 1 }], ${sh(wait('nc -z localhost 2'))} }, { name: b, ports: [{ containerPort: 2 }], ${sh(limited('nc -z localhost 1'))} }] }`),
    pod(`{ containers: [{ name: a, ports: [{ containerPort: 1 }], ${sh(wait('nc -z localhost 1'))} }] }`),
    pod('{ initContainers: [{ name: p, restartPolicy: Always, startupProbe: { tcpSocket: { port: 1 }, periodSeconds: 1 } }], containers: [{ name: p }] }'),
    // The main process of `a` listens while its hook waits.
    pod(`{ containers: [{ name: b, ports: [{ containerPort: 2 }], ${sh(wait('nc -z localhost 1'))} }, { name: a, ports: [{ containerPort: 1 }], ${hook(limited('nc -z localhost 2'))} }, ${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 1 }], ${sh(wait('nc -z localhost 2'))} }], containers: [{ name: a, ports: [{ containerPort: 2 }] }] }`),
  ],
  'hold-needs-serial-starts': [
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook('sleep 5')} }, { name: b }] }`)],
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook(limited('nc -z localhost 80'))} }, { name: b }] }`)],
    ['metadata.annotations', istio('')],
    ['metadata.annotations', istio('', '{"holdApplicationUntilProxyStarts": true}')],
    pod(`{ containers: [{ name: b }, { name: a, ${hook('sleep 5')} }] }`),
    pod(`{ containers: [{ name: a, ${hook('mkdir -p /x; chown app /x')} }, { name: b }] }`),
    pod(`{ initContainers: [{ name: a, restartPolicy: Always, ${hook('sleep 5')} }], containers: [{ name: b }] }`),
    istio(", sidecar.istio.io/nativeSidecar: 'true'"),
    istio('', 'holdApplicationUntilProxyStarts: false'),
  ],
  'hook-on-last-container': [
    ['spec.containers[1].lifecycle.postStart', pod('{ containers: [{ name: a }, { name: b, lifecycle: { postStart: { sleep: { seconds: 5 } } } }] }')],
    ['spec.containers[1].lifecycle.postStart', pod(`{ containers: [{ name: a }, { name: b, ${hook(limited('nc -z localhost 80'))} }] }`)],
    pod(`{ containers: [{ name: b, ${hook('sleep 5')} }] }`),
    pod(`{ containers: [{ name: a }, { name: b, ${hook('mkdir -p /x; chown app /x')} }] }`),
    pod(`{ containers: [{ name: a }, { name: b, ${hook(limited('curl -f -X PUT localhost:80/x -d @/x'))} }] }`),
    pod(`{ containers: [{ name: a }, { name: b, ${hook('for i in 1 2 3; do nc -z localhost 80 && break; sleep 1; done; /setup')} }] }`),
    pod('{ containers: [{ name: a }, { name: b, lifecycle: { postStart: { exec: { command: [/setup] } } } }] }'),
  ],
  'waits-for-later-container': [
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook(limited('wget -q http://127.0.0.1:81/'))} }, { name: b, readinessProbe: { httpGet: { port: 81 } } }] }`)],
    ['spec.initContainers[0].lifecycle.postStart', pod(`{ initContainers: [{ name: s, restartPolicy: Always, ${hook(limited('nc -z localhost 81'))} }],
      containers: [{ name: b, ports: [{ containerPort: 81 }] }] }`)],
    pod(`{ containers: [{ name: b, ports: [{ containerPort: 81 }] }, { name: a, ${hook(limited('nc -z localhost 81'))} }, ${later}] }`),
    pod(`{ containers: [{ name: a, ports: [{ containerPort: 81 }], ${hook(limited('nc -z localhost 81'))} }, { name: b, ports: [{ containerPort: 81 }] }] }`),
    pod(`{ hostNetwork: true, containers: [{ name: a, ${hook(limited('nc -z localhost 81'))} }, { name: b, ports: [{ containerPort: 81 }] }] }`),
    pod(`{ containers: [{ name: a, ${hook(limited('nc -z other 81'))} }, { name: b, ports: [{ containerPort: 81 }] }] }`),
    pod(`{ containers: [{ name: a, ${hook('if [ -f /x ]; then until nc -z localhost 81 || [ $i -gt 9 ]; do sleep 1; done; fi')} }, { name: b, ports: [{ containerPort: 81 }] }] }`),
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh(limited('redis-cli ping'))} }], containers: [{ name: a }, { name: cache, image: "docker.io/library/redis:7" }] }`)],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: wait-for-a, command: [${AGENT}, --for=db, --timeout=60s, '--tcp=127.0.0.1:80'] }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }`)],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh(limited('redis-cli ping'))} }],
      containers: [{ name: a }, { name: cache, image: "redis:7", ${sh('cp /in.conf /redis.conf && exec redis-server /redis.conf')} }] }`)],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh(limited('redis-cli ping'))} }],
      containers: [{ name: a }, { name: cache, image: "redis:7", ${sh('ulimit -n 9; redis-server')} }] }`)],
    // The command starts the proxy itself.
    pod(`{ initContainers: [{ name: i, ${sh(`/cloud-sql-proxy --port 5432 & ${limited('nc -z localhost 5432')}`)} }], containers: [{ name: proxy, ports: [{ containerPort: 5432 }] }] }`),
    pod(`{ initContainers: [{ name: i, ${sh('if [ -n "$X" ]; then mongod & until nc -z localhost 27017; do sleep 1; done; fi')} }], containers: [{ name: db, image: mongo }] }`),
    // An image of a server that runs the client.
    pod(`{ initContainers: [{ name: i, ${sh(limited('nc -z localhost 5432'))} }], containers: [{ name: backup, image: "postgres:17", ${sh('while true; do pg_dump -h db postgres; sleep 9; done')} }] }`),
    pod(`{ initContainers: [{ name: i, ${sh(limited('nc -z localhost 80'))} }], containers: [{ name: a, readinessProbe: { httpGet: { host: other, port: 80 } } }] }`),
    pod(`{ hostNetwork: true, initContainers: [{ name: i, ${sh(limited('nc -z localhost 80'))} }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }] }, { name: i, ${sh(limited('nc -z localhost 80'))} }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }`),
    pod(`{ initContainers: [{ name: i, ${sh(limited('nc -z other 80'))} }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }`),
    ['spec.initContainers[0].startupProbe', pod('{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { host: "", port: 80 }, periodSeconds: 1 } }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }')],
    ['spec.initContainers[0].startupProbe', pod(`{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 81 }], startupProbe: { grpc: { port: 80 }, periodSeconds: 1 } },
      { name: t, restartPolicy: Always, args: [--port=80] }], containers: [${later}] }`)],
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 } } }], containers: [${later}] }`),
    pod('{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, readinessProbe: { tcpSocket: { port: 80 } } }] }'),
    pod('{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }], startupProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }'),
    pod('{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { host: db, port: 80 } } }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }'),
    pod('{ hostNetwork: true, initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, ports: [{ containerPort: 80 }] }] }'),
  ],
  'http-hook-is-no-gate': [
    ['spec.containers[0].lifecycle.postStart.httpGet', pod('{ containers: [{ name: a, lifecycle: { postStart: { httpGet: { port: 80, host: localhost } } } }] }')],
    ['spec.initContainers[0].lifecycle.postStart.httpGet', pod(`{ initContainers: [{ name: s, restartPolicy: Always, lifecycle: { postStart: { httpGet: { port: 80, host: "" } } } }], containers: [${later}] }`)],
    pod(`{ containers: [{ name: a, lifecycle: { postStart: { httpGet: { port: 80, host: registry.tools } } } }, ${later}] }`),
    pod(`{ containers: [{ name: a, lifecycle: { preStop: { httpGet: { port: 80 } } } }, ${later}] }`),
  ],
  'tcp-hook-always-fails': [
    ['spec.containers[0].lifecycle.preStop.tcpSocket', pod('{ containers: [{ name: a, lifecycle: { preStop: { tcpSocket: { port: 80 } } } }] }')],
    pod('{ containers: [{ name: a, livenessProbe: { tcpSocket: { port: 80 } } }] }'),
  ],
  'hook-waits-without-limit': [
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook(wait('cat /tmp/up'))} }, ${later}] }`)],
    ['spec.containers[0].lifecycle.postStart', pod('{ containers: [{ name: a, lifecycle: { postStart: { exec: { command: [/wait-for-it.sh, "db:80", -t, "0"] } } } }, { name: b }] }')],
    pod(`{ containers: [{ name: a, ${hook(limited('cat /tmp/up'))} }, ${later}] }`),
    pod(`{ containers: [{ name: a, lifecycle: { postStart: { exec: { command: [/wait-for-it.sh, "db:80"] } } } }, ${later}] }`),
    pod(`{ containers: [{ name: a, ${hook(`(${wait('cat /tmp/up')}; /setup) &`)} }, ${later}] }`),
  ],
  'hook-runs-forever': [
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook('tail -f /var/log/x')} }] }`)],
    pod(`{ containers: [{ name: a, ${hook('tail -f /var/log/x > /proc/1/fd/1 &')} }] }`),
    pod(`{ containers: [{ name: a, ${hook('tail -n 5 /var/log/x')} }] }`),
  ],
  'pod-ip-deadlock': [
    ['spec.containers[0].lifecycle.postStart',
      pod(`{ containers: [{ name: a, ${hook(limited('kubectl get pod $HOSTNAME -o jsonpath={.status.podIP} | grep -q .'))} }, ${later}] }`)],
    pod(`{ initContainers: [{ name: i }], containers: [{ name: a, ${hook(limited('kubectl get pod $HOSTNAME -o jsonpath={.status.podIP} | grep -q .'))} }, ${later}] }`),
    pod(`{ containers: [{ name: a, ${hook(limited('kubectl get pod db-0 -o jsonpath={.status.podIP} | grep -q .'))} }, ${later}] }`),
    // The name of a Service with an address resolves at once.
    statefulSet('x', `{ containers: [{ name: a, ${hook(limited('nslookup x'))} }, ${later}] }`, 'publishNotReadyAddresses: true'),
  ],
  'workloads-wait-for-each-other': [
    ['spec.template.spec.initContainers[0].command', circle(['shop', 'stock'], initWait)],
    ['spec.template.spec.initContainers[0].command', circle(['a', 'b'], host => agentWait(`http=http://${host}/`))],
    ['spec.template.spec.initContainers[0].command', circle(['a', 'b'], host => agentWait(`dns=${host}`), 'clusterIP: None')],
    ['spec.template.spec.initContainers[0].command', circle(Array.from({ length: 20 }, (_, i) => `s${i}`), initWait)],
    // The first pod of each StatefulSet.
    ['spec.template.spec.initContainers[0].command', circle(['a', 'b'], host => initWait(`${host}-0.${host}`), 'clusterIP: None').replaceAll('Deployment', 'StatefulSet')],
    // An alias of the Service.
    ['spec.template.spec.initContainers[0].command', `${circle(['a', 'b'], host => initWait(host.replace('a', 'alias'))).replaceAll('metadata: { name', 'metadata: { namespace: n, name')}
---
{ apiVersion: v1, kind: Service, metadata: { namespace: n, name: alias }, spec: { type: ExternalName, externalName: a.n.svc.cluster.local } }`],
    ['spec.template.spec.containers[0].lifecycle.postStart', circle(['a', 'b'], host => `{ containers: [{ name: a, ${hook(limited(`nc -z ${host} 80`))} }, ${later}] }`)],
    ['spec.template.spec.containers[0].command', circle(['a', 'b'], host => `{ containers: [{ name: a, readinessProbe: { tcpSocket: { port: 80 } }, ${sh(`${wait(`nc -z ${host} 80`)}; /a`)} }] }`)],
    // No container is ready before its startup probe passes, and the readiness of a native sidecar counts.
    ['spec.template.spec.containers[0].command', circle(['a', 'b'], host => `{ containers: [{ name: a, startupProbe: { tcpSocket: { port: 80 } }, ${sh(`${wait(`nc -z ${host} 80`)}; /a`)} }] }`)],
    ['spec.template.spec.initContainers[0].command', circle(['a', 'b'], host => `{
      initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } }, ${sh(`${wait(`nc -z ${host} 80`)}; /s`)} }], containers: [{ name: a }] }`)],
    circle(['shop', 'stock'], host => initWait(host === 'stock' ? 'config' : host)),
    circle(['shop', 'stock'], initWait, 'publishNotReadyAddresses: true'),
    // The name of a Service with an address resolves at once.
    circle(['a', 'b'], host => agentWait(`dns=${host}`)),
    // After its limit, each wait goes on.
    circle(['a', 'b'], host => `{ initContainers: [{ name: i, ${sh(`for i in $(seq 9); do nc -z ${host} 80 && break; sleep 1; done`)} }], containers: [{ name: a }] }`),
    circle(['a', 'b'], host => `{ initContainers: [{ name: wait-for-x, command: [${AGENT}, --for=x, --continue-after=30s, '--tcp=${host}:80'] }], containers: [{ name: a }] }`),
    // No Service has the name: a pod of a Deployment has no such name, and an alias ignores its selector.
    circle(['a', 'b'], host => initWait(`${host}-0.${host}`), 'clusterIP: None'),
    circle(['a', 'b'], initWait, 'type: ExternalName, externalName: example.com'),
    circle(['a', 'b'], host => initWait(`${host}.other`)),
    // A container without a readiness probe is ready while its command waits.
    circle(['a', 'b'], host => `{ containers: [{ name: a, ${sh(`${wait(`nc -z ${host} 80`)}; /a`)} }] }`),
    // The Service also selects the pods of another workload.
    `${circle(['a', 'b'], initWait)}\n---\n{ apiVersion: v1, kind: Pod, metadata: { name: other, labels: { app: b } }, spec: { containers: [{ name: a }] } }`,
  ],
  'waits-for-own-pod': [
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook('kubectl wait --for=condition=Ready pod/$HOSTNAME --timeout=60s')} }, ${later}] }`)],
    ['spec.initContainers[0].command', pod('{ initContainers: [{ name: i, command: [kubectl, wait, --for=condition=Ready, pod/$(POD_NAME)] }], containers: [{ name: a }] }')],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, env: [{ name: POD_NAME, valueFrom: { fieldRef: { fieldPath: metadata.name } } }],
      command: [kubectl, wait, --for=condition=Ready, pod/$(POD_NAME)] }], containers: [{ name: a }] }`)],
    // Waits of this library, in an init container, in a hook, and before the command of a container with a readiness probe.
    ...[
      ['spec.initContainers[0].command', `{ initContainers: [{ name: wait-for-x, command: [${AGENT}, --for=x, --timeout=60s, '--tcp=x:80'] }], containers: [{ name: a }] }`],
      ['spec.containers[0].lifecycle.postStart', `{ containers: [{ name: a, lifecycle: { postStart: { exec: { command: [${AGENT}, --for=x, --timeout=60s, '--http=http://x:80/'] } } } }, ${later}] }`],
      ['spec.containers[0].command', `{ containers: [{ name: a, command: [${AGENT}, --for=x, '--tcp=x:80', --, /a], readinessProbe: { tcpSocket: { port: 80 } } }] }`],
    ].map(([path, spec]) => [path, `{ apiVersion: v1, kind: Pod, metadata: { name: x, labels: { app: x } }, spec: ${spec} }\n---
{ apiVersion: v1, kind: Service, metadata: { name: x }, spec: { selector: { app: x } } }`] as const),
    ['spec.containers[0].lifecycle.postStart',
      `{ apiVersion: v1, kind: Pod, metadata: { name: x, namespace: n, labels: { app: x } }, spec: { containers: [{ name: a, ${hook(limited('curl -f http://x.n.svc/'))} }, ${later}] } }
---
{ apiVersion: v1, kind: Service, metadata: { name: x, namespace: n }, spec: { selector: { app: x } } }`],
    // Each pod of a StatefulSet has the same init container, so pod 1 waits for itself, and pod 0 for a pod that comes later.
    ...['tcp=x-1.x:80', 'tcp=x-1.x.n.svc.cluster.local:80', 'dns=x-1.x', 'dns=x'].map(check => ['spec.template.spec.initContainers[0].command', statefulSet('x', agentWait(check))] as const),
    // Each pod runs only this init container.
    ['spec.template.spec.initContainers[0].command', statefulSet('x', agentWait('tcp=x-1.x:80'), UNREADY)],
    ...['tcp=y-1.x:80', 'tcp=x-0.example.com:80', 'tcp=x-0.x.other:80'].map(check => statefulSet('x', agentWait(check))),
    // The names resolve before the pods are ready.
    ...['dns=x', 'dns=x-0.x'].map(check => statefulSet('x', agentWait(check), UNREADY)),
    statefulSet('x', agentWait('dns=x'), ''),
    statefulSet('x', `{ containers: [{ name: a, ${sh(`${wait('nslookup x')}; exec /a`)}, readinessProbe: { tcpSocket: { port: 80 } } }] }`, ''),
    // Another container of the pod answers.
    statefulSet('x', `{ containers: [{ name: a, ${sh(`${wait('nc -z x-0.x 80')}; exec /a`)}, readinessProbe: { tcpSocket: { port: 80 } } }, ${later}] }`, UNREADY),
    statefulSet('x', `{ initContainers: [{ name: s, restartPolicy: Always }, { name: i, ${sh(limited('nc -z x 80'))} }], containers: [{ name: a }] }`, UNREADY),
    pod(`{ containers: [{ name: a, ${hook('kubectl wait --for=condition=Ready pod/db-0 --timeout=60s')} }, ${later}] }`),
    pod(`{ containers: [{ name: a, ${sh('kubectl wait --for=condition=Ready pod/$HOSTNAME --timeout=60s; /app')} }] }`),
    `{ apiVersion: v1, kind: Pod, metadata: { name: x, labels: { app: x } }, spec: { initContainers: [{ name: i, ${sh(limited('curl -f http://x/'))} }], containers: [{ name: a }] } }
---
{ apiVersion: v1, kind: Service, metadata: { name: x }, spec: { selector: { app: y } } }`,
    // The Service also selects another pod.
    `{ apiVersion: v1, kind: Pod, metadata: { name: x, labels: { app: x, color: blue } }, spec: { initContainers: [{ name: i, ${sh(limited('curl -f http://x/'))} }], containers: [{ name: a }] } }
---
{ apiVersion: v1, kind: Pod, metadata: { name: z, labels: { app: x, color: green } }, spec: { containers: [{ name: a }] } }
---
{ apiVersion: v1, kind: Service, metadata: { name: x }, spec: { selector: { app: x } } }`,
  ],
  'init-wait-gives-up': [
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh('for i in $(seq 9); do nc -z db 80 && break; sleep 1; done')} }], containers: [{ name: a }] }`)],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh(`timeout 9 sh -c "${wait('nc -z db 80')}" || true`)} }], containers: [{ name: a }] }`)],
    pod(initWait('db')),
    pod(`{ initContainers: [{ name: i, ${sh(wait('nc -z db 80'))} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: i, ${sh('for i in $(seq 9); do nc -z db 80 && break; sleep 1; done; /migrate')} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: i, ${sh(`for i in $(seq 9); do nc -z db 80 && break; sleep 1; done; ${wait('nc -z db 80')}`)} }], containers: [{ name: a }] }`),
    pod('{ initContainers: [{ name: i, command: [wait-for-it, \'db:80\', --, echo] }], containers: [{ name: a }] }'),
    pod(`{ containers: [{ name: a, ${sh('for i in $(seq 9); do nc -z db 80 && break; sleep 1; done; exec /app')} }] }`),
    pod(`{ initContainers: [{ name: wait-for-x, command: [${AGENT}, --for=x, --continue-after=9s, '--tcp=db:80'] }], containers: [{ name: a }] }`),
  ],
  'init-waits-without-limit': [
    ...[
      'until kubectl get pods -l app=db | grep -q Running; do sleep 2; done', 'until oc get pod db; do sleep 1; done',
      'while true; do STATE=$(kubectl get job x -o jsonpath={.status}); if [ "$STATE" = 1 ]; then exit 0; fi; sleep 5; done',
      'STATE=none; while [ "$STATE" != 1 ]; do STATE=$(kubectl get job x -o jsonpath={.status}); sleep 5; done',
      'while [ $(kubectl get pods | grep -c Running) -lt 3 ]; do sleep 1; done',
    ].map(script => ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh(script)} }], containers: [{ name: a }] }`)] as const),
    ['spec.initContainers[0].args', pod(`{ initContainers: [{ name: i, args: [/bin/sh, -c, "${wait('nslookup db')}"] }], containers: [{ name: a }] }`)],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: wait-for-db, command: [${AGENT}, --for=db, '--tcp=db:80'] }], containers: [{ name: a }] }`)],
    pod(`{ initContainers: [{ name: wait-for-db, command: [${AGENT}, --for=db, --timeout=60s, '--tcp=db:80'] }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: wait-for-s, command: [${AGENT}, --for=a, '--tcp=127.0.0.1:80'] }], containers: [{ name: a }] }`),
    pod(`{ activeDeadlineSeconds: 60, initContainers: [{ name: wait-for-db, command: [${AGENT}, --for=db, '--tcp=db:80'] }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: i, ${sh('I=0; while [ "$I" -lt 9 ]; do I=$(expr $I + 1); kubectl get svc; done')} }], containers: [{ name: a }] }`),
    pod(`{ activeDeadlineSeconds: 600, initContainers: [{ name: i, ${sh(wait('nslookup db'))} }], containers: [{ name: a }] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }] }, { name: i, ${sh(wait('nc -z localhost 80'))} }], containers: [{ name: a }] }`),
    pod(`{ containers: [{ name: a, ${sh(`${wait('nc -z db 80')}; exec /app`)} }] }`),
  ],
  'wait-outlasts-progress-deadline': [
    ['spec.template.spec.initContainers[0].command', deployment(`{ initContainers: [{ name: wait-for-db, command: [${AGENT}, --for=db, --timeout=601s, '--tcp=db:80'] }], containers: [{ name: a }] }`)],
    ['spec.template.spec.initContainers[1].command', deployment(`{ initContainers: [{ name: i, command: [timeout, "400", sh, -c, '${wait('nc -z db 80')}'] },
      { name: j, command: [timeout, "201", sh, -c, '${wait('nc -z cache 80')}'] }], containers: [{ name: a }] }`)],
    ['spec.template.spec.initContainers[0].command', deployment('{ initContainers: [{ name: i, command: [/wait-for-it.sh, "db:80", -t, "61"] }], containers: [{ name: a }] }', 'progressDeadlineSeconds: 60')],
    deployment(`{ initContainers: [{ name: wait-for-db, command: [${AGENT}, --for=db, --timeout=400s, '--tcp=db:80', --for=api, --timeout=400s, '--tcp=api:80'] }], containers: [{ name: a }] }`),
    deployment(`{ initContainers: [{ name: i, command: [timeout, "600", sh, -c, '${wait('nc -z db 80')}'] }], containers: [{ name: a }] }`),
    deployment(`{ initContainers: [{ name: i, command: [timeout, "900", sh, -c, '${wait('nc -z db 80')}'] }], containers: [{ name: a }] }`, 'progressDeadlineSeconds: 900'),
    deployment(`{ containers: [{ name: a, command: [timeout, "900", sh, -c, '${wait('nc -z db 80')}'] }] }`),
    pod(`{ initContainers: [{ name: i, command: [timeout, "900", sh, -c, '${wait('nc -z db 80')}'] }], containers: [{ name: a }] }`),
  ],
  'init-container-runs-forever': [
    ['spec.initContainers[0].command', pod('{ initContainers: [{ name: i, command: [sleep, infinity] }], containers: [{ name: a }] }')],
    ['spec.initContainers[0].args', pod('{ initContainers: [{ name: i, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14", args: [--private-ip, "p:r:db"] }], containers: [{ name: a }] }')],
    ['spec.initContainers[0].args', pod('{ initContainers: [{ name: i, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14", args: ["p:r:db"] }], containers: [{ name: a }] }')],
    ['spec.initContainers[0].command', pod('{ initContainers: [{ name: i, image: "gcr.io/cloudsql-docker/gce-proxy:1.33", command: [/cloud_sql_proxy, -instances=p] }], containers: [{ name: a }] }')],
    ['spec.initContainers[0]', pod('{ initContainers: [{ name: i, image: "fluent/fluent-bit:3.1" }], containers: [{ name: a }] }')],
    ['spec.initContainers[0].command', pod('{ initContainers: [{ name: i, image: "nginx:1.27", command: [nginx, -g, daemon off;] }], containers: [{ name: a }] }')],
    ['spec.initContainers[0].args', pod('{ initContainers: [{ name: i, image: "hashicorp/vault:1.18", args: [server, -dev] }], containers: [{ name: a }] }')],
    pod('{ initContainers: [{ name: i, command: [tail, -n, "1", /x] }], containers: [{ name: a }] }'),
    pod(`{ initContainers: [{ name: i, ${sh('while true; do /try && exit 0; sleep 1; done')} }], containers: [{ name: a }] }`),
    pod('{ initContainers: [{ name: i, image: nginx, restartPolicy: Always }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: nginx, command: [nginx, -t] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: nginx, args: [sh, -c, "cp -r /etc/nginx /out && nginx -t"] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14", args: [wait] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14", command: [/cloud-sql-proxy, --version] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: "hashicorp/vault:1.18", args: [agent, -config=/vault/agent.hcl, -exit-after-auth] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: "hashicorp/vault:1.18", command: [vault, kv, get, x] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: istio-init, image: "istio/proxyv2:1.20", args: [istio-iptables, -p, "15001"] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: "elastic/filebeat:8", args: [setup, --dashboards] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: i, image: "postgres:17", command: [psql, -c, select 1] }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: v, image: "cr.l5d.io/linkerd/proxy:2.14", command: [/usr/lib/linkerd/linkerd2-network-validator] }], containers: [{ name: a }] }'),
  ],
  'sidecar-only-waits': [
    ...[
      `${wait('nc -z db 80')}; sleep infinity`, wait('nc -z db 80'), `${wait('nc -z db 80')}; tail -f /dev/null`, `${limited('nc -z db 80')}`, 'wait4x tcp db:80; sleep infinity',
      `${wait('nc -z db 80')}; while true; do sleep 3600; done`,
    ].map(script => ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: s, restartPolicy: Always, ${sh(script)} }], containers: [${later}] }`)] as const),
    ['spec.initContainers[0].args', pod('{ initContainers: [{ name: s, restartPolicy: Always, command: [bash, -c], args: ["wait4x tcp db:80"], readinessProbe: { exec: { command: [x] } } }], containers: [{ name: a }] }')],
    pod(`{ initContainers: [{ name: s, ${sh(limited('nc -z db 80'))} }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, ${sh(`${wait('nc -z db 80')}; exec /proxy`)} }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { exec: { command: [test, -f, /x] }, periodSeconds: 1 }, ${sh(`${wait('nc -z db 80')}; touch /x; sleep infinity`)} }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, command: [sleep, infinity] }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, ${sh('while true; do /renew; sleep 60; done')} }], containers: [${later}] }`),
  ],
  'sidecar-readiness-probe-orders-nothing': [
    ['spec.initContainers[0].readinessProbe', pod('{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, args: ["--proxy=127.0.0.1:80"] }] }')],
    ['spec.initContainers[0].readinessProbe', pod(`{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }], readinessProbe: { exec: { command: [x] } } }],
      containers: [{ name: a, env: [{ name: DB_HOST, value: localhost }, { name: DB_PORT, value: "80" }] }] }`)],
    pod('{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a }] }'),
    pod('{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, args: ["--proxy=127.0.0.1:8080"] }] }'),
    pod('{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, args: ["--proxy=other:80"] }] }'),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, ${sh(`${wait('nc -z localhost 80')}; exec /app`)} }] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } }, ${hook(limited('nc -z localhost 80'))} }], containers: [{ name: a, args: ["--proxy=127.0.0.1:80"] }] }`),
    pod('{ containers: [{ name: s, readinessProbe: { tcpSocket: { port: 80 } } }, { name: a, args: ["--proxy=127.0.0.1:80"] }] }'),
    // The init container waits for the sidecar, by hand or with the wait agent.
    ...[sh(limited('nc -z localhost 80')), `command: [${AGENT}, --for=s, --timeout=60s, '--tcp=127.0.0.1:80']`].map(command => pod(`{
      initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }, { name: wait-for-s, ${command} }],
      containers: [{ name: a, args: ["--proxy=127.0.0.1:80"] }] }`)),
  ],
  'sidecar-has-only-a-readiness-probe': [
    ['spec.initContainers[0].readinessProbe', pod(`{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { exec: { command: [x] } } }, { name: i }], containers: [${later}] }`)],
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } }, startupProbe: { tcpSocket: { port: 80 } } }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } }, ${hook(limited('nc -z localhost 80'))} }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, ${sh(`${wait('nc -z localhost 80')}; exec /app`)} }] }`),
    pod('{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [{ name: a, args: ["--proxy=127.0.0.1:80"] }] }'),
    pod(`{ containers: [{ name: s, readinessProbe: { tcpSocket: { port: 80 } } }, ${later}] }`),
  ],
  'pilot-agent-wait-in-hook': [
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook('/usr/local/bin/pilot-agent wait --timeoutSeconds 9')} }, ${later}] }`)],
    pod('{ containers: [{ name: a, lifecycle: { postStart: { exec: { command: [pilot-agent, wait] } } } }] }'),
    pod(`{ containers: [{ name: a, lifecycle: { postStart: { exec: { command: [pilot-agent, request, GET, stats] } } } }, ${later}] }`),
  ],
  'wait-for-it-is-not-strict': [
    ['spec.containers[0].lifecycle.postStart', pod(`{ containers: [{ name: a, ${hook('wait-for-it db:80 -- /setup')} }, ${later}] }`)],
    ['spec.initContainers[0].args', pod('{ initContainers: [{ name: i, args: [/bin/sh, -c, "/wait-for-it.sh db:80 -q -t 90 -- /migrate"] }], containers: [{ name: a }] }')],
    ...['db:80 -s -- /a', '--strict db:80 -- /a', 'db:80', 'db:80 -t 0 -- /a'].map(words => pod(`{ containers: [{ name: a, ${sh(`/wait-for-it.sh ${words}`)} }] }`))
      .concat(pod(`{ containers: [{ name: a, ${sh('/wait-for.sh db:80 -- /a')} }] }`)),
  ],
  'probe-on-init-container': [
    ['spec.initContainers[0].lifecycle', pod('{ initContainers: [{ name: i, lifecycle: { preStop: { exec: { command: [x] } } } }], containers: [{ name: a }] }')],
    pod('{ initContainers: [{ name: i, restartPolicy: Always, lifecycle: { preStop: { exec: { command: [x] } } } }], containers: [{ name: a }] }'),
  ],
  'init-wait-in-mesh': [
    ['spec.initContainers[0].command', `{ apiVersion: v1, kind: Pod, metadata: { name: x, annotations: { linkerd.io/inject: enabled } }, spec: { initContainers: [{ name: i, ${sh(limited('nc -z db 80'))} }], containers: [{ name: a }] } }`],
    ['spec.initContainers[0].command', pod(`{ initContainers: [{ name: i, ${sh(limited('nc -z db 80'))} }], containers: [{ name: a }, { name: istio-proxy }] }`)],
    ['spec.initContainers[0].command', `{ apiVersion: v1, kind: Namespace, metadata: { name: n, labels: { istio-injection: enabled } } }
---
{ apiVersion: v1, kind: Pod, metadata: { name: x, namespace: n }, spec: { initContainers: [{ name: i, ${sh(limited('nc -z db 80'))} }], containers: [{ name: a }] } }`],
    `{ apiVersion: v1, kind: Pod, metadata: { name: x, labels: { sidecar.istio.io/inject: "false" } }, spec: { initContainers: [{ name: i, ${sh(limited('nc -z db 80'))} }], containers: [{ name: a }] } }`,
    `{ apiVersion: v1, kind: Pod, metadata: { name: x, annotations: { linkerd.io/inject: enabled, config.linkerd.io/skip-outbound-ports: "79-81" } }, spec: { initContainers: [{ name: i, ${sh(limited('nc -z db 80'))} }], containers: [{ name: a }] } }`,
    `{ apiVersion: v1, kind: Pod, metadata: { name: x, annotations: { dapr.io/enabled: "true" } }, spec: { initContainers: [{ name: i, ${sh(limited('nc -z db 80'))} }], containers: [{ name: a }] } }`,
    pod(`{ initContainers: [{ name: istio-proxy, restartPolicy: Always }, { name: i, ${sh(limited('nc -z db 80'))} }], containers: [{ name: a }] }`),
    `{ apiVersion: v1, kind: Pod, metadata: { name: x, annotations: { linkerd.io/inject: enabled } }, spec: { initContainers: [{ name: i, ${sh('/migrate')} }], containers: [{ name: a }] } }`,
  ],
  'http-wait-passes-on-any-status': [
    ['spec.containers[0].command', pod(`{ containers: [{ name: a, ${sh(`${wait('curl -s config:80/ready')}; exec /app`)} }] }`)],
    pod(`{ containers: [{ name: a, ${sh(`${wait('curl -sf config:80/ready')}; exec /app`)} }] }`),
    pod(`{ containers: [{ name: a, ${sh(`${wait('curl -s config:80/ready | grep -q UP')}; exec /app`)} }] }`),
    pod(`{ containers: [{ name: a, ${sh(`${wait('wget -qO- config:80/ready')}; exec /app`)} }] }`),
    pod(`{ containers: [{ name: a, ${sh('curl -s config:80/settings > /settings; exec /app')} }] }`),
  ],
  'slow-sidecar-probe': [
    ['spec.initContainers[0].startupProbe.periodSeconds', pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 }, periodSeconds: 15 } }], containers: [${later}] }`)],
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 }, periodSeconds: 5 } }], containers: [${later}] }`),
    pod(`{ initContainers: [{ name: s, restartPolicy: Always, readinessProbe: { tcpSocket: { port: 80 } } }], containers: [${later}] }`),
  ],
  'no-native-sidecars': [
    ['spec.initContainers[0].restartPolicy', pod(`{ initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 } } }], containers: [${later}] }`)],
    pod(`{ initContainers: [{ name: s, restartPolicy: Never }], containers: [${later}] }`),
  ],
  'kubelet-bug': [
    ['spec.initContainers[0]', pod(`{ initContainers: [{ name: i }], containers: [${later}] }`)],
    ['spec.initContainers[1]', pod(`{ initContainers: [{ name: i }, { name: s, restartPolicy: Always }], containers: [${later}] }`)],
    ['spec.initContainers[0]', pod(`{ restartPolicy: Never, initContainers: [{ name: s, restartPolicy: Always, startupProbe: { tcpSocket: { port: 80 } } }], containers: [${later}] }`)],
    pod(`{ containers: [{ name: a }, ${later}] }`),
  ],
  'job-never-ends': [
    ['spec.template.spec.containers[1]', job('{ containers: [{ name: main }, { name: cache, image: redis, args: [redis-server, --save, ""] }] }')],
    ['spec.template.spec.containers[1]', job('{ containers: [{ name: main }, { name: p, image: "cr.l5d.io/linkerd/proxy:2.14" }] }')],
    ['spec.template.spec.containers[1]', job('{ containers: [{ name: main }, { name: cache, image: redis }] }')],
    ['spec.template.spec.containers[0]', job('{ containers: [{ name: main, command: [sleep, infinity] }] }')],
    ['spec.jobTemplate.spec.template.spec.containers[0]',
      '{ apiVersion: batch/v1, kind: CronJob, metadata: { name: x }, spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: p, image: "envoyproxy/envoy:v1" }, { name: main }] } } } } } }'],
    pod('{ containers: [{ name: main }, { name: cache, image: redis }] }'),
    job('{ initContainers: [{ name: cache, image: redis, restartPolicy: Always }], containers: [{ name: main }] }'),
    job('{ containers: [{ name: main }, { name: cache, image: redis, command: [redis-cli, ping] }] }'),
    job('{ containers: [{ name: main, command: [sh, -c, "/work; curl -X POST localhost:15020/quitquitquit"] }, { name: istio-proxy, image: "istio/proxyv2:1.18" }] }'),
    job('{ shareProcessNamespace: true, containers: [{ name: main, command: [sh, -c, "/work; killall envoy"] }, { name: p, image: "envoyproxy/envoy:v1" }] }'),
    job('{ containers: [{ name: main }, { name: p, image: "envoyproxy/envoy:v1", command: [sh, -c, "envoy & until [ -f /done ]; do sleep 1; done"] }] }'),
    job('{ containers: [{ name: nginx, image: nginx }] }'),
    job('{ containers: [{ name: main }, { name: tests, image: redis, command: [sh, -c, "redis-server & /tests"] }] }'),
  ],
};

/** The rules about other versions than the newest. */
const VERSIONS: Readonly<Record<string, string>> = { 'no-native-sidecars': '1.27', 'kubelet-bug': '1.29.7' };

test('each rule has a case', () => { expect(Object.keys(CASES).sort()).toEqual(RULES.map(rule => rule.id).sort()); });

describe.each(Object.entries(CASES))('%s', (id, cases) => {
  const kubernetesVersion = VERSIONS[id];

  test.each(cases.filter(c => typeof c !== 'string'))('has a finding at %s of %s', (path, document) => {
    expect(found(document, { kubernetesVersion })).toContain(`${id} ${path}`);
  });

  test.each(cases.filter(c => typeof c === 'string'))('has no finding in %s', document => {
    expect(findings(document, { kubernetesVersion }).filter(f => f.rule === id)).toEqual([]);
  });
});

test.each([
  ['1.29.7', '{ initContainers: [{ name: s, restartPolicy: Always }], containers: [{ name: a }] }', ["'s': #125880", "'s': #126543"]],
  ['1.32.2', '{ containers: [{ name: a, lifecycle: { postStart: { sleep: { seconds: 2 } } } }] }', ["'a': #129907"]],
  ['1.32.2', '{ containers: [{ name: a, lifecycle: { postStart: { sleep: { seconds: 2 } }, preStop: { sleep: { seconds: 2 } } } }] }', []],
  ['1.32.3', '{ containers: [{ name: a, lifecycle: { postStart: { sleep: { seconds: 2 } } } }] }', []],
  ['1.33.5', '{ hostNetwork: true, initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }] }, { name: n, restartPolicy: Always }], containers: [{ name: a }] }',
    ["'s': #132037"]],
  ['1.33.5', '{ initContainers: [{ name: s, restartPolicy: Always, ports: [{ containerPort: 80 }] }], containers: [{ name: a }] }', []],
])('kubelet-bug finds in %s, of %s: %j', (kubernetesVersion, spec, expected) => {
  const messages = findings(pod(spec), { kubernetesVersion }).filter(f => f.rule === 'kubelet-bug').map(f => f.message);
  expect(messages.map(m => m.replace(/^('.*'): .*kubernetes(#\d+).*$/, '$1: $2'))).toEqual(expected);
});

test('the waits in the commands of images count', () => {
  const imageFor = (host: string) => ({ digest: `sha256:${'a'.repeat(64)}`, platforms: ['linux/amd64'], entrypoint: ['sh', '-c', wait(`nc -z ${host} 80`)] });
  const images: ImageFile = { images: new Map(['a', 'b'].map(host => [`wait-for-${host}`, imageFor(host)])) };
  const documents = documentsOf(circle(['a', 'b'], host => `{ initContainers: [{ name: i, image: wait-for-${host} }], containers: [{ name: a }] }`));
  const listCycles = (options: LintOptions) => lint(documents, options).filter(f => f.rule === 'workloads-wait-for-each-other').map(f => `${f.workload.name} ${f.path}`);
  expect(listCycles({ images })).toEqual(['a spec.template.spec.initContainers[0].image', 'b spec.template.spec.initContainers[0].image']);
  expect(listCycles({})).toEqual([]);
});

test('lint without a version assumes the default version of the constructs', () => {
  const sidecar = pod(`{ initContainers: [{ name: s, restartPolicy: Always }], containers: [${later}] }`);
  const rules = (options?: LintOptions) => lint(documentsOf(sidecar), options).map(f => f.rule);
  expect(rules()).toEqual(rules({ kubernetesVersion: DEFAULT_VERSION }));
  expect(['1.20', '1.28', '1.29', '1.40', 'v1.33.1'].map(kubernetesVersion => rules({ kubernetesVersion }))).toEqual([['no-native-sidecars'], ['no-native-sidecars'], [], [], []]);
});

test('findings are sorted by document, then by container, then by rule', () => {
  const one = pod(`{ initContainers: [{ name: i, ${sh(wait('curl -s db'))} }, { name: j, command: [sleep, "5"] }], containers: [{ name: a, ${sh('sleep 5; exec /a')} }] }`);
  const all = findings(`${one}\n---\n${one}`);
  expect(all.map(f => `${f.document} ${f.rule} ${f.path}`)).toEqual([0, 1].flatMap(document => [
    `${document} http-wait-passes-on-any-status spec.initContainers[0].command`,
    `${document} init-waits-without-limit spec.initContainers[0].command`,
    `${document} sleep-as-order spec.initContainers[1].command`,
    `${document} sleep-as-order spec.containers[0].command`,
  ]));
});

test('a finding in a List has the path of its item', () => {
  expect(findings(`{ apiVersion: v1, kind: List, items: [{ kind: ConfigMap }, ${pod('{ containers: [{ name: a, command: [sh, -c, sleep 5; exec /a] }] }')}] }`)
    .map(f => [f.workload.kind, f.path])).toEqual([['Pod', 'items[1].spec.containers[0].command']]);
});
