import { App, Chart, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { Variant } from './results';
import { Dependency, OrderedDeployment, ReadyCheck } from '../../src';
import { Guarantee } from '../../src/model/guarantee';
import { StartCondition } from '../../src/model/start-condition';

type Add = (chart: Chart, id: string) => void;

const cache = { name: 'cache', image: 'redis:7' };
const web = { name: 'web', image: 'shop/web:7' };

/** One workload of each variant. */
export const VARIANTS: Readonly<Record<Variant, () => Add>> = {
  ordered: () => addOrdered,
  byHand: addByHand,
  inList: () => addInList,
  plain: () => addPlain,
};

/** The whole way of an app: constructs, then YAML. */
export function synth(workloads: number, add: Add): string {
  const app = new App();
  const chart = new Chart(app, 'chart');
  for (let i = 0; i < workloads; i++) { add(chart, `w${i}`); }
  return app.synthYaml();
}

function addOrdered(chart: Chart, id: string): void {
  new OrderedDeployment(chart, id, {
    containers: [
      { ...web, dependsOn: [Dependency.on('cache', { guarantee: Guarantee.START_ORDER })] },
      { ...cache, readyWhen: ReadyCheck.tcpSocket(6379) },
    ],
  });
}

/** Nothing is injected: what is needed only has to stand in front. */
function addInList(chart: Chart, id: string): void {
  new OrderedDeployment(chart, id, {
    containers: [cache, { ...web, dependsOn: [Dependency.on('cache', { condition: StartCondition.RUNNING, guarantee: Guarantee.START_ORDER })] }],
  });
}

function addPlain(chart: Chart, id: string): void {
  new kplus.Deployment(chart, id, { containers: [cache, web] });
}

/** What `addOrdered` writes, written by hand with the classes of cdk8s-plus, but for what they have no words for: `comparable`. */
function addByHand(): Add {
  const chart = new Chart(new App(), 'chart');
  addOrdered(chart, 'w');
  const { metadata, spec } = chart.toJson()[0].spec.template;
  const [installer] = spec.initContainers;
  const path = installer.volumeMounts[0].mountPath;
  return (scope, id) => {
    const agent = kplus.Volume.fromEmptyDir(scope, `${id}-agent`, spec.volumes[0].name, { medium: kplus.EmptyDirMedium.MEMORY, sizeLimit: Size.mebibytes(4) });
    new kplus.Deployment(scope, id, {
      podMetadata: { annotations: metadata.annotations },
      volumes: [agent],
      initContainers: [{
        name: installer.name,
        image: installer.image,
        imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT,
        command: installer.command,
        resources: { cpu: { request: kplus.Cpu.millis(10) }, memory: { request: Size.mebibytes(16), limit: Size.mebibytes(32) } },
        securityContext: { user: 65534, capabilities: { drop: ['ALL' as kplus.Capability] } },
        volumeMounts: [{ path, volume: agent }],
      }],
      containers: [{
        ...cache,
        lifecycle: { postStart: kplus.Handler.fromCommand(spec.containers[0].lifecycle.postStart.exec.command) },
        volumeMounts: [{ path, volume: agent, readOnly: true }],
      }, web],
    });
  };
}

/** cdk8s-plus writes `privileged: false`, the library a seccomp profile and where a message of the end is taken from; the rest is the same. */
export function comparable(yaml: string): string {
  return yaml.replace(/ +(seccompProfile:\n +type: RuntimeDefault|privileged: false|terminationMessagePolicy: FallbackToLogsOnError)\n/g, '');
}
