import { createHash } from 'crypto';
import { Document, isMap, parseAllDocuments, YAMLMap, YAMLSeq } from 'yaml';
import { abridged } from './abridged';
import { AGENT_INSTALLER, WAIT_PREFIX } from '../src/agent/contract';
import { KUBERNETES_VERSION_ANNOTATION } from '../src/api/private/annotations';

/** Two screens. */
const MOST_LINES = 120;

/** The fields of every workload of cdk8s-plus that have no part in the order of containers. */
const WORKLOAD_FIELDS = ['minReadySeconds', 'progressDeadlineSeconds', 'replicas', 'selector', 'strategy'];
const POD_FIELDS = ['automountServiceAccountToken', 'dnsPolicy', 'hostNetwork', 'securityContext', 'setHostnameAsFQDN'];
const POD_DEFAULTS: Readonly<Record<string, unknown>> = { restartPolicy: 'Always', terminationGracePeriodSeconds: 30 };
const IMAGE_FIELDS = ['imagePullPolicy', 'terminationMessagePolicy'];
const LIMIT_FIELDS = ['resources', 'securityContext'];

/** Removes fields or objects. */
type Cut = (objects: readonly Document[]) => readonly Document[];

/** The least interesting fields come first. */
const CUTS: readonly Cut[] = [
  without('ConfigMap'),
  eachPodTemplate((workload, template, pod) => {
    WORKLOAD_FIELDS.forEach(field => workload.deleteIn(['spec', field]));
    template?.deleteIn(['metadata', 'labels']);
    if (isMap(template?.get('metadata')) && (template!.get('metadata') as YAMLMap).items.length === 0) { template!.delete('metadata'); }
    POD_FIELDS.forEach(field => pod.delete(field));
    Object.entries(POD_DEFAULTS).filter(([field, value]) => pod.get(field) === value).forEach(([field]) => pod.delete(field));
  }),
  eachContainer(container => IMAGE_FIELDS.forEach(field => container.delete(field))),
  eachPodTemplate((_workload, _template, pod) => {
    (pod.get('volumes') as YAMLSeq<YAMLMap> | undefined)?.items.filter(volume => volume.has('projected')).forEach(volume => volume.set('projected', {}));
  }),
  without('ServiceAccount', 'RoleBinding'),
  eachContainer(container => { if (!isInjected(container)) { LIMIT_FIELDS.forEach(field => container.delete(field)); } }),
  objects => { objects.forEach(object => object.deleteIn(['metadata', 'namespace'])); return objects; },
  eachContainer(container => LIMIT_FIELDS.forEach(field => container.delete(field))),
  without('Role'),
  withoutVersion,
];

function withoutVersion(objects: readonly Document[]): readonly Document[] {
  for (const object of objects) {
    object.deleteIn(['metadata', 'annotations', KUBERNETES_VERSION_ANNOTATION]);
    const annotations = object.getIn(['metadata', 'annotations']);
    if (isMap(annotations) && annotations.items.length === 0) { object.deleteIn(['metadata', 'annotations']); }
  }
  return objects;
}

function isInjected(container: YAMLMap): boolean {
  const name = container.get('name') as string;
  return name === AGENT_INSTALLER || name.startsWith(WAIT_PREFIX);
}

/**
 * Returns the golden of an example: its manifest without the binary of the agent. A manifest of more than two screens is cut, field by field, until
 * it fits: containers, their commands, probes and hooks stay. Its first line has the hash of the whole manifest, so that a test sees every change.
 */
export function golden(manifests: string): string {
  const whole = abridged(manifests);
  let objects: readonly Document[] = parseAllDocuments(whole) as Document[];
  let text = whole;
  for (const cut of CUTS) {
    if (lines(text) <= MOST_LINES) { break; }
    objects = cut(objects);
    text = `# Part of the manifest. SHA-256 of the whole: ${createHash('sha256').update(whole).digest('hex')}\n${printed(objects)}`;
  }
  return text;
}

const lines = (text: string) => text.trimEnd().split('\n').length;
const printed = (objects: readonly Document[]) => objects.map(object => object.toString({ lineWidth: 0 }).replace(/^---\n/, '')).join('---\n');

function without(...kinds: readonly string[]): Cut { return objects => objects.filter(object => !kinds.includes(object.get('kind') as string)); }

function eachPodTemplate(change: (workload: Document, template: YAMLMap | undefined, pod: YAMLMap) => void): Cut {
  return objects => {
    for (const object of objects) {
      const template = [['spec', 'jobTemplate', 'spec', 'template'], ['spec', 'template']].map(path => object.getIn(path)).find(isMap);
      const pod = object.get('kind') === 'Pod' ? object.get('spec') : template?.get('spec');
      if (isMap(pod)) { change(object, template, pod); }
    }
    return objects;
  };
}

function eachContainer(change: (container: YAMLMap) => void): Cut {
  return eachPodTemplate((_workload, _template, pod) => {
    ['initContainers', 'containers'].flatMap(list => (pod.get(list) as YAMLSeq<YAMLMap> | undefined)?.items ?? []).forEach(change);
  });
}
