import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { originOf } from './manifest';
import { pathOf } from './path-of';
import { AgentConfigMap, ONLY_KEY } from '../../agent/binaries';
import { problem, startOrderError } from '../../model/private/problem';

/** Labels of the object that contains a ConfigMap of the agent; the chart adds its own. */
const LABELS = { 'app.kubernetes.io/managed-by': 'cdk8s-startup-order', 'app.kubernetes.io/name': 'startup-order-wait' };

const known = new WeakMap<Chart, ChartConfigMaps>();

export function chartConfigMaps(apiObject: ApiObject): ChartConfigMaps {
  const chart = Chart.of(apiObject);
  const found = known.get(chart) ?? new ChartConfigMaps(chart);
  known.set(chart, found);
  return found;
}

/**
 * The ConfigMaps with the agent that the workloads of a chart need. Only a rendered workload tells whether it needs them, and cdk8s has collected the objects of the chart by
 * then. So the instance's `toJson` is wrapped: it returns the objects of the chart, and each ConfigMap once before the first workload that needs it.
 */
export class ChartConfigMaps {
  private needs: { readonly workload: ApiObject; readonly configMap: any }[] | undefined;

  constructor(private readonly chart: Chart) {
    const { toJson } = chart;
    Object.defineProperty(chart, 'toJson', { configurable: true, writable: true, enumerable: false, value: () => this.withConfigMaps(() => toJson.call(chart)) });
  }

  public add(workload: ApiObject, configMaps: readonly AgentConfigMap[], namespace: string | undefined): void {
    if (configMaps.length === 0) { return; }
    if (!this.needs) { return this.refuseFilesWithoutConfigMap(configMaps[0]); }
    for (const { name, binary } of configMaps) {
      const metadata = { labels: { ...LABELS, ...this.chart.labels }, name, ...(namespace === undefined ? {} : { namespace }) };
      this.needs.push({ workload, configMap: { apiVersion: 'v1', kind: 'ConfigMap', metadata, immutable: true, binaryData: { [ONLY_KEY]: binary } } });
    }
  }

  private withConfigMaps(toJson: () => any[]): any[] {
    this.needs = [];
    try {
      const objects = toJson();
      const added = new Set<string>();
      const isNew = ({ metadata: { name, namespace } }: any) => {
        const key = `${namespace}/${name}`;
        return !added.has(key) && added.add(key);
      };
      const needed = new Map<ApiObject | undefined, any[]>();
      for (const { workload, configMap } of this.needs) { needed.set(workload, [...needed.get(workload) ?? [], configMap]); }
      return objects.flatMap(object => [...(needed.get(originOf(object)) ?? []).filter(isNew), object]);
    } finally {
      this.needs = undefined;
    }
  }

  /** cdk8s (2.70, app.ts synth) writes this output type without `toJson` of the chart. */
  private refuseFilesWithoutConfigMap({ name }: AgentConfigMap): void {
    const app = this.chart.node.root;
    if (app instanceof App && app.yamlOutputType === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE) {
      throw startOrderError([{ path: pathOf(this.chart), problem: problem('SO615', { name }) }]);
    }
  }
}
