import { ApiObject, App, Chart, Duration } from 'cdk8s';
import { ContainerRole, Dependency, Guarantee, ReadyCheck, StartupOrder } from 'cdk8s-startup-order';
import { imageVolume, restricted } from '../../test/compliance/behaviours/pods';
import { orderedPod } from '../../test/compliance/pod';
import { COLUMNS, SUBJECTS } from '../../test/compliance/subjects';

/** Returns a pod that complies with the Pod Security level `restricted`, with everything that the library injects. */
export function restrictedManifest(kubernetesVersion: string): string {
  const app = new App();
  const securityContext = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  const container = (name: string) => ({ name, image: `shop/${name}:7`, securityContext });
  const pod = new ApiObject(new Chart(app, 'restricted'), 'pod', {
    apiVersion: 'v1',
    kind: 'Pod',
    spec: {
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      initContainers: [container('migrate')],
      containers: [
        container('app'), container('config'), { ...container('keys'), volumeMounts: [{ mountPath: '/keys', name: 'keys' }] }, container('cache'), container('warm'),
      ],
      volumes: [{ emptyDir: {}, name: 'keys' }],
    },
  });
  const order = StartupOrder.of(pod, { kubernetesVersion, guarantee: Guarantee.BEST_EFFORT });
  order.declare('config', { role: ContainerRole.SIDECAR });
  order.declare('config', { readyWhen: ReadyCheck.tcpSocket(8081) });
  order.declare('keys', { role: ContainerRole.SIDECAR });
  order.declare('keys', { readyWhen: ReadyCheck.file('/keys/ready') });
  order.declare('warm', { readyWhen: ReadyCheck.delay(Duration.seconds(2)) });
  order.declare('cache', { dependsOn: [Dependency.on('warm')] });
  order.declare('cache', { readyWhen: ReadyCheck.httpGet('/ready', { port: 8080 }) });
  order.declare('migrate', { dependsOn: [Dependency.onTcp('postgres.db', 5432)] });
  order.declare('app', { dependsOn: [Dependency.on('config'), Dependency.on('keys'), Dependency.on('cache'), Dependency.onUrl('http://config.shop:8080/info')] });
  return app.synthYaml();
}

/** Returns the pods of the compliance matrix, one for each mechanism of the version, with the agent installed and in an image volume. */
export function restrictedPods(minor: number): string {
  const present = COLUMNS.filter(c => minor >= Number(SUBJECTS[c].kubernetesVersion.split('.')[1]));
  const mounted = minor < 35 ? [] : present.filter(c => imageVolume.cells[c].kind === 'holds');
  const guarantee = Guarantee.BEST_EFFORT;
  return [
    ...present.map(c => orderedPod(c, { ...restricted.given, options: { guarantee } })),
    ...mounted.map(c => orderedPod(c, { ...restricted.given, options: { ...imageVolume.given.options, kubernetesVersion: `1.${minor}`, guarantee } })),
  ].map(pod => pod.yaml[0]).join('---\n');
}
