import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { ISTIO_MESH_CONFIG_MAP, ISTIO_OPERATOR } from './private/structs';
import { checkArguments, STRING } from '../api/private/kind';
import { problem, startOrderError } from '../api/private/problem';
import { EditedYaml, setYamlField } from '../pod/meshes/edit-yaml';
import { readField, setField } from '../pod/meshes/object-path';

const HOLD = ['defaultConfig', 'holdApplicationUntilProxyStarts'];

/**
 * Properties of `IstioMeshConfigMap`.
 */
export interface IstioMeshConfigMapProps {
  /**
   * The mesh configuration that is there, as YAML: `kubectl get configmap istio -n istio-system -o jsonpath='{.data.mesh}'`. Comments and all other
   * settings stay.
   *
   * @default - none: nothing but the one setting is written
   */
  readonly mesh?: string;

  /**
   * Other keys of the ConfigMap, such as `meshNetworks`; they stay as they are.
   *
   * @default - none
   */
  readonly data?: { [key: string]: string };

  /**
   * The namespace of the control plane.
   *
   * @default 'istio-system'
   */
  readonly namespace?: string;

  /**
   * The revision of the control plane, whose ConfigMap is called `istio-<revision>`.
   *
   * @default - none: the ConfigMap is called `istio`
   */
  readonly revision?: string;
}

/**
 * Has Istio hold the app containers of **every** pod in the mesh until its proxy is ready: writes
 * `defaultConfig.holdApplicationUntilProxyStarts: true` into the key `mesh` of the ConfigMap `istio`.
 *
 * Every pod starts more slowly then, also each of those that a burst of load calls for. `startupOrder.mesh` does it for one workload. Where Helm keeps this
 * ConfigMap it would write it anew: use `holdInHelmValues` there.
 *
 * @see https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
 */
export class IstioMeshConfigMap extends Construct {
  /**
   * Values for Istio's Helm chart `istiod` with the same setting: `meshConfig.defaultConfig.holdApplicationUntilProxyStarts: true`.
   *
   * @param values the values that are there, as YAML; comments and all other settings stay
   */
  public static holdInHelmValues(values: string = ''): string {
    checkArguments('IstioMeshConfigMap.holdInHelmValues', { values: [values, STRING] });
    return held(values, ['meshConfig', ...HOLD], 'the text of the Helm values');
  }

  /**
   * @param scope the chart
   * @param id the name of the construct
   * @param props what is there already
   */
  constructor(scope: Construct, id: string, props: IstioMeshConfigMapProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: [props, ISTIO_MESH_CONFIG_MAP] });
    new ApiObject(this, 'Resource', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: props.revision === undefined ? 'istio' : `istio-${props.revision}`, namespace: props.namespace ?? 'istio-system' },
      data: { ...props.data, mesh: held(props.mesh ?? '', HOLD, 'the mesh configuration', this.node.path) },
    });
  }
}

/**
 * Properties of `IstioOperator`.
 */
export interface IstioOperatorProps {
  /**
   * The `spec` that is there; all else in it stays.
   *
   * @default - none: nothing but the one setting is written
   */
  readonly spec?: any;

  /**
   * Writes `metadata.name`.
   *
   * @default 'istio'
   */
  readonly name?: string;

  /**
   * Writes `metadata.namespace`.
   *
   * @default 'istio-system'
   */
  readonly namespace?: string;
}

/**
 * Has Istio hold the app containers of **every** pod in the mesh, where it is installed with `istioctl install -f`: writes
 * `spec.meshConfig.defaultConfig.holdApplicationUntilProxyStarts: true`.
 *
 * Every pod starts more slowly then; `startupOrder.mesh` does it for one workload. From Istio 1.24 on no controller reads this from the cluster: give the file to istioctl.
 *
 * @see https://istio.io/latest/blog/2024/in-cluster-operator-deprecation-announcement/
 */
export class IstioOperator extends Construct {
  /**
   * @param scope the chart
   * @param id the name of the construct
   * @param props what is there already
   */
  constructor(scope: Construct, id: string, props: IstioOperatorProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: [props, ISTIO_OPERATOR] });
    new ApiObject(this, 'Resource', {
      apiVersion: 'install.istio.io/v1alpha1',
      kind: 'IstioOperator',
      metadata: { name: props.name ?? 'istio', namespace: props.namespace ?? 'istio-system' },
      spec: heldInObject(props.spec, ['meshConfig', ...HOLD], 'the spec', this.node.path),
    });
  }
}

/** The text with the one setting in it. */
function held(text: string, path: readonly string[], what: string, place = 'Istio'): string {
  const edited = setYamlField(text, path, true);
  if ('text' in edited) { return edited.text; }
  throw refusal(edited, text, path, what, place);
}

/** The object with the one setting in it. */
function heldInObject(content: any, path: readonly string[], what: string, place: string): any {
  const found = readField(content, path);
  if ('why' in found || (found.given !== undefined && found.given !== true)) { throw refusal({ given: undefined, ...found }, JSON.stringify(content), path, what, place); }
  return setField(content, path, true);
}

function refusal(found: Exclude<EditedYaml, { text: string }>, content: string, path: readonly string[], what: string, place: string): Error {
  return startOrderError([{
    path: place,
    problem: 'why' in found ? problem('SO806', { what, given: content, why: found.why })
      : problem('SO808', { what, path: path.join('.'), given: String(found.given) }),
  }]);
}
