import { ApiObject, App, Chart, YamlOutputType } from 'cdk8s';
import { originOf, pathOf, replaceToJson } from './api-object';
import { problem } from './problems';
import { isInTree, registryOf } from './registry';
import { NeededConfigMap } from '../../agent/binaries';
import { getOrCreate } from '../../api/private/collections';
import { errorAt } from '../../api/private/problem';
import { buildAgentConfigMap } from '../../emit/agent-config-map';

const known = new WeakMap<Chart, ChartConfigMaps>();

export function chartConfigMaps(chart: Chart): ChartConfigMaps {
  return getOrCreate(known, chart, () => new ChartConfigMaps(chart));
}

/**
 * The ConfigMaps with the agent that the workloads of a chart need. Only a rendered workload tells whether it needs
 * them, and cdk8s has collected the objects of the chart by then. So the instance's `toJson` is wrapped: it returns the
 * objects of the chart, and each ConfigMap once before the first workload that needs it.
 *
 * cdk8s (2.70, app.ts synth) writes the output type FOLDER_PER_CHART_FILE_PER_RESOURCE without `toJson` of the chart,
 * and jsii fixes the `toJson` that a subclass in Python or Java overrides. In both cases the ConfigMaps become objects
 * of the chart when the app is validated, which is before cdk8s collects the objects.
 */
export class ChartConfigMaps {
  /** The namespaces of the ConfigMaps by their names. */
  private readonly namespaces = new Map<string, string | undefined>();
  private needed: Map<ApiObject | undefined, readonly NeededConfigMap[]> | undefined;

  constructor(private readonly chart: Chart) {
    const outputType = outputTypeOf(chart);
    const isFixed = Object.getOwnPropertyDescriptor(chart, 'toJson')?.configurable === false;
    if (isFixed || outputType === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE) {
      chart.node.addValidation({ validate: () => this.addObjects() });
      return;
    }
    const { toJson } = chart;
    replaceToJson(chart, () => this.withConfigMaps(() => toJson.call(chart)));
  }

  /** The workload was rendered, and needs these. */
  public need(workload: ApiObject, configMaps: readonly NeededConfigMap[]): void {
    this.needed?.set(workload, [...(this.needed.get(workload) ?? []), ...configMaps]);
  }

  private withConfigMaps(toJson: () => any[]): any[] {
    const needed = (this.needed = new Map<ApiObject | undefined, readonly NeededConfigMap[]>());
    try {
      const objects = toJson();
      const there = new Set(objects.filter(o => o?.kind === 'ConfigMap').map(o => key(o.metadata)));
      const all: any[] = [];
      for (const object of objects) {
        for (const configMap of needed.get(originOf(object)) ?? []) {
          if (!there.has(key(configMap))) {
            there.add(key(configMap));
            all.push(this.manifestOf(configMap, this.chart.labels));
          }
        }
        all.push(object);
      }
      return all;
    } finally {
      this.needed = undefined;
    }
  }

  private addObjects(): string[] {
    const workloads = registryOf(this.chart).attached.filter(m => m.apiObject.chart === this.chart);
    for (const workload of workloads.filter(m => isInTree(m.apiObject))) {
      for (const configMap of workload.neededConfigMaps()) {
        const id = `startup-order-${key(configMap).replace('/', '-')}`;
        const object =
          this.chart.node.tryFindChild(id) ?? new ApiObject(this.chart, id, this.manifestOf(configMap, {}));
        workload.apiObject.addDependency(object);
      }
    }
    return [];
  }

  private manifestOf(configMap: NeededConfigMap, labels: Readonly<Record<string, string>>) {
    this.reserveFile(configMap.name, configMap.namespace);
    return buildAgentConfigMap(configMap, labels);
  }

  /**
   * cdk8s (2.70, app.ts synth) names a file after kind and name: of two ConfigMaps in two namespaces the second would
   * overwrite the first.
   */
  private reserveFile(name: string, namespace: string | undefined): void {
    const type = outputTypeOf(this.chart);
    if (type !== YamlOutputType.FILE_PER_RESOURCE && type !== YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE) {
      return;
    }
    const first = this.namespaces.has(name) ? this.namespaces.get(name) : namespace;
    this.namespaces.set(name, first);
    if (first !== namespace) {
      const overwritten = problem('SO616', { type: YamlOutputType[type], name, namespaces: [first, namespace] });
      throw errorAt(pathOf(this.chart), overwritten);
    }
  }
}

function outputTypeOf(chart: Chart): YamlOutputType | undefined {
  return (chart.node.root as Partial<App>).yamlOutputType;
}

function key({ namespace, name }: { readonly namespace?: string; readonly name: string }): string {
  return `${namespace ?? ''}/${name}`;
}
