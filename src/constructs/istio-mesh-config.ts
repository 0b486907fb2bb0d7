import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { checkArguments, mapOf, NAME, STRING, struct } from '../api/private/kind';
import { problem, startOrderError } from '../api/private/problem';
import { setYamlField } from '../pod/meshes/edit-yaml';

const HOLD = ['defaultConfig', 'holdApplicationUntilProxyStarts'];

/**
 * Properties of `IstioMeshConfigMap`.
 */
export interface IstioMeshConfigMapProps {
  /**
   * The existing mesh configuration, as YAML: `kubectl get configmap istio -n istio-system -o jsonpath='{.data.mesh}'`. Comments and all other settings stay.
   *
   * @default - an empty configuration
   */
  readonly mesh?: string;

  /**
   * Other keys of the ConfigMap, such as `meshNetworks`.
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
   * The revision of the control plane. Its ConfigMap is called `istio-<revision>`.
   *
   * @default - none: the ConfigMap is called `istio`
   */
  readonly revision?: string;
}

const PROPS = struct<IstioMeshConfigMapProps>('IstioMeshConfigMapProps', { mesh: STRING, data: mapOf(STRING), namespace: NAME, revision: NAME });

/**
 * The ConfigMap `istio` with a setting that makes Istio hold the app containers of **every** pod in the mesh until its proxy is ready. Writes
 * `defaultConfig.holdApplicationUntilProxyStarts: true` into the key `mesh`.
 *
 * Every pod then starts more slowly, also when a workload scales out. For a single workload, use `startupOrder.mesh`. A Helm chart that installs this ConfigMap would overwrite it: use
 * `holdInHelmValues` instead.
 *
 * @see https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
 */
export class IstioMeshConfigMap extends Construct {
  /**
   * Returns values for Istio's Helm chart `istiod` with the same setting: `meshConfig.defaultConfig.holdApplicationUntilProxyStarts: true`.
   *
   * @param values the existing values, as YAML; comments and all other settings stay
   */
  public static holdInHelmValues(values: string = ''): string {
    checkArguments('IstioMeshConfigMap.holdInHelmValues', { values: [values, STRING] });
    return hold(values, ['meshConfig', ...HOLD], 'the text of the Helm values', 'Istio');
  }

  /**
   * @param scope the chart
   * @param id the name of the construct
   * @param props the existing configuration
   */
  constructor(scope: Construct, id: string, props: IstioMeshConfigMapProps = {}) {
    super(scope, id);
    checkArguments(this.node.path, { props: [props, PROPS] });
    new ApiObject(this, 'Resource', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: props.revision === undefined ? 'istio' : `istio-${props.revision}`, namespace: props.namespace ?? 'istio-system' },
      data: { ...props.data, mesh: hold(props.mesh ?? '', HOLD, 'the mesh configuration', this.node.path) },
    });
  }
}

/** Returns the YAML text with the setting. */
function hold(text: string, path: readonly string[], what: string, place: string): string {
  const edited = setYamlField(text, path, true);
  if ('text' in edited) { return edited.text; }
  throw startOrderError([{
    path: place,
    problem: 'why' in edited ? problem('SO806', { what, given: text, why: edited.why })
      : problem('SO808', { what, path: path.join('.'), given: String(edited.given) }),
  }]);
}
