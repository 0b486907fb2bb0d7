import { VolumeJson, VolumeMountJson } from '../api/private/pod-spec';
import { PodPlan, WaitDecision } from '../pod/pod-plan';
import { AgentSettings } from '../pod/settings';
import { Tool, TOOL_IMAGES } from '../pod/wait-tool';

const TOKEN_VOLUME = 'startup-order-token';
const AUTHORITIES_VOLUME = 'startup-order-authorities';

/** Where kubectl looks for it. */
const TOKEN_DIR = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Kubernetes' own registry has a name; a mirror takes its place. */
export function toolImage(tool: Tool, { registry }: AgentSettings): string {
  return registry === undefined ? TOOL_IMAGES[tool] : `${registry}/${TOOL_IMAGES[tool].replace(/^registry\.k8s\.io\//, '')}`;
}

/** What waits of the pod mount, and nothing else in it does. */
export function toolVolumes(plan: PodPlan): VolumeJson[] {
  return [
    ...(waitsOf(plan).some(w => w.tool === 'kubectl') ? [tokenVolume()] : []),
    ...configMapsOf(plan).map((name, i) => ({ configMap: { name }, name: volumeOf(i) })),
  ];
}

/** As the API server adds it to containers that have not opted out, with a token of one hour that the kubelet renews. */
function tokenVolume(): VolumeJson {
  return {
    name: TOKEN_VOLUME,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3600, path: 'token' } },
        { configMap: { items: [{ key: 'ca.crt', path: 'ca.crt' }], name: 'kube-root-ca.crt' } },
        { downwardAPI: { items: [{ fieldRef: { fieldPath: 'metadata.namespace' }, path: 'namespace' }] } },
      ],
    },
  };
}

export function tokenMount(): VolumeMountJson {
  return { mountPath: TOKEN_DIR, name: TOKEN_VOLUME, readOnly: true };
}

export function fileMount({ configMap, path }: NonNullable<WaitDecision['file']>, plan: PodPlan): VolumeMountJson {
  return { mountPath: path.slice(0, path.lastIndexOf('/')), name: volumeOf(configMapsOf(plan).indexOf(configMap)), readOnly: true };
}

function waitsOf(plan: PodPlan): WaitDecision[] {
  return plan.init.flatMap(entry => entry.kind === 'wait' ? [entry.wait] : []);
}

function configMapsOf(plan: PodPlan): string[] {
  return [...new Set(waitsOf(plan).flatMap(w => w.file ? [w.file.configMap] : []))];
}

function volumeOf(index: number): string {
  return index === 0 ? AUTHORITIES_VOLUME : `${AUTHORITIES_VOLUME}-${index + 1}`;
}
