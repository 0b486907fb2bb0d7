import { findUnknownAnnotations } from './own-names';
import { problem } from './problems';
import { ANYTHING, BOOLEAN, fields, list, mapOf, NUMBER, oneOf, PORT, STRING, WORDS } from '../api/private/kind';
import { PodTemplateJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';

const ACTION = {
  exec: fields({ command: WORDS }),
  httpGet: fields({
    host: STRING,
    httpHeaders: list(ANYTHING),
    path: STRING,
    port: PORT,
    protocol: STRING,
    scheme: STRING,
  }),
  tcpSocket: fields({ host: STRING, port: PORT }),
};
const HANDLER = fields({ ...ACTION, sleep: fields({ seconds: NUMBER }) });
const PROBE = fields({
  ...ACTION,
  grpc: fields({ port: NUMBER, service: STRING }),
  failureThreshold: NUMBER,
  initialDelaySeconds: NUMBER,
  periodSeconds: NUMBER,
  terminationGracePeriodSeconds: NUMBER,
  timeoutSeconds: NUMBER,
});
const RESTART_POLICY = oneOf('Always', 'OnFailure', 'Never');
const RESOURCES = fields({ limits: mapOf(ANYTHING), requests: mapOf(ANYTHING) });

const CONTAINER_FIELDS = fields({
  name: STRING,
  image: STRING,
  command: WORDS,
  args: WORDS,
  env: list(fields({ name: STRING, value: STRING })),
  lifecycle: fields({ postStart: HANDLER, preStop: HANDLER }),
  livenessProbe: PROBE,
  readinessProbe: PROBE,
  startupProbe: PROBE,
  ports: list(fields({ name: STRING, containerPort: NUMBER, hostPort: NUMBER })),
  resizePolicy: list(fields({ restartPolicy: STRING })),
  resources: RESOURCES,
  restartPolicy: RESTART_POLICY,
  restartPolicyRules: list(ANYTHING),
  securityContext: fields({}),
  volumeMounts: list(fields({ name: STRING, mountPath: STRING })),
});

/** The parts of a pod template that the library reads. The API server checks the other fields. */
const TEMPLATE = fields({
  metadata: fields({ annotations: mapOf(STRING), labels: mapOf(STRING) }),
  spec: fields({
    containers: list(CONTAINER_FIELDS),
    initContainers: list(CONTAINER_FIELDS),
    volumes: list(fields({ name: STRING })),
    restartPolicy: RESTART_POLICY,
    runtimeClassName: STRING,
    serviceAccountName: STRING,
    serviceAccount: STRING,
    hostNetwork: BOOLEAN,
    hostPID: BOOLEAN,
    shareProcessNamespace: BOOLEAN,
    automountServiceAccountToken: BOOLEAN,
    terminationGracePeriodSeconds: NUMBER,
    activeDeadlineSeconds: NUMBER,
    nodeSelector: mapOf(STRING),
    os: fields({ name: STRING }),
    resources: RESOURCES,
    securityContext: fields({}),
  }),
});

/** Container properties of this library that the API server does not know. */
const ORDER_PROPERTIES = ['dependsOn', 'readyWhen', 'stopsWithin', 'expectedReadyIn'];

/** Returns the fields of the wrong type that would lead to a wrong order, such as a string as a command. */
export function validatePod(template: PodTemplateJson): Problem[] {
  const problems: Problem[] = [];
  TEMPLATE.check(template, '', problems);
  if (problems.length > 0) {
    return problems;
  }
  for (const found of findUnknownAnnotations(template.metadata?.annotations)) {
    problems.push(found.problem);
  }
  for (const field of ['initContainers', 'containers'] as const) {
    (template.spec[field] ?? []).forEach((json, i) => {
      if (!json.name) {
        problems.push(problem('SO110', { place: `${field}[${i}]` }));
      }
      for (const property of ORDER_PROPERTIES) {
        if (property in json) {
          problems.push(problem('SO633', { path: `${field}[${i}].${property}`, name: json.name, property }));
        }
      }
    });
  }
  return problems;
}
