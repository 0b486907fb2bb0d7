import { readFileSync } from 'fs';
import { join } from 'path';
import { parse } from 'yaml';
import { FILES } from './compose-files';
import { ServiceObject } from '../../src/compose/declare-services';
import { ComposeWorkload } from '../../src/compose/find-containers';

/** The manifests that a converter makes of a compose file. */
export interface Converted {
  readonly workloads: readonly ComposeWorkload[];
  readonly services: readonly ServiceObject[];
}

interface RawService {
  readonly image: string;
  readonly container_name?: string;
  readonly restart?: string;
  readonly command?: readonly string[] | string;
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly string[];
  readonly expose?: readonly number[];
  readonly network_mode?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

type Services = Readonly<Record<string, RawService>>;

/** Reads the services of a compose file, with the ports that its containers serve. */
export function readServices(file: string, ports: Readonly<Record<string, number>> = {}): Services {
  const { services } = parse(readFileSync(join(FILES, file), 'utf8'), { merge: true }) as { services: Services };
  const expose = (name: string) => ports[name] === undefined ? {} : { expose: [ports[name]] };
  return Object.fromEntries(Object.entries(services).map(([name, service]) => [name, { ...service, ...expose(name) }]));
}

const portsOf = ({ ports = [], expose = [] }: RawService) => [...ports.map(port => Number(port.split(':').at(-1))), ...expose];
const wordsOf = (command: RawService['command']) => typeof command === 'string' ? command.split(' ') : command;

/** Converts as kompose 1.38 does (kubernetes.go, k8sutils.go); containers of a group or of a shared network are in one pod. */
export function convertWithKompose(services: Services): Converted {
  const label = 'io.kompose.service';
  const nameOf = (name: string) => name.toLowerCase().replace(/[._]/g, '-');
  const podOf = ([name, { labels, network_mode: mode }]: [string, RawService]) => labels?.['kompose.service.group'] ?? nameOf(/^service:(.*)$/.exec(mode ?? '')?.[1] ?? name);
  const pods = new Map<string, [string, RawService][]>();
  for (const entry of Object.entries(services)) { pods.set(podOf(entry), [...pods.get(podOf(entry)) ?? [], entry]); }
  return {
    workloads: [...pods].map(([pod, members]) => {
      const [[, { restart }]] = members;
      const isPod = restart === 'no' || restart === 'on-failure';
      return {
        kind: isPod ? 'Pod' : 'Deployment',
        name: pod,
        labels: { [label]: pod },
        spec: {
          restartPolicy: restart === 'no' ? 'Never' : isPod ? 'OnFailure' : 'Always',
          containers: members.map(([name, { image, container_name: own, command, entrypoint }]) => ({ name: (own ?? nameOf(name)).replaceAll('_', '-'), image, command: entrypoint, args: wordsOf(command) })),
        },
      };
    }),
    services: Object.entries(services).filter(([, service]) => portsOf(service).length > 0)
      .map(entry => ({ name: nameOf(entry[0]), selector: { [label]: podOf(entry) }, ports: portsOf(entry[1]) })),
  };
}

/** Converts as the default templates of Compose Bridge 0.0.6 do (deployment.tmpl, expose.tmpl), in the namespace of the project. */
export function convertWithBridge(services: Services, project = 'shop'): Converted {
  const safe = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '-').replace(/^-+/, '');
  const labels = (name: string) => ({ 'com.docker.compose.project': project, 'com.docker.compose.service': name });
  return {
    workloads: Object.entries(services).map(([name, { image, container_name: own, command, entrypoint }]) => ({
      kind: 'Deployment', name: safe(name), namespace: project, labels: labels(name), spec: { containers: [{ name: safe(own ?? name), image, command: entrypoint, args: wordsOf(command) }] },
    })),
    services: Object.entries(services).filter(([, service]) => portsOf(service).length > 0)
      .map(([name, service]) => ({ name: safe(name), namespace: project, selector: labels(name), ports: portsOf(service) })),
  };
}
