import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';
import { findImageFile } from './find-image-file';
import { Problem } from '../../api/private/problem';
import { StartupOrderOptions } from '../../api/startup-order-options';
import { CONTEXT, findUnknownContextKeys } from '../../pod/own-names';
import { resolveOptions } from '../../pod/resolve-options';
import { OrderSettings } from '../../pod/settings';

interface Given {
  readonly options: StartupOrderOptions | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly chart: Chart;
}

interface Settings {
  readonly settings: OrderSettings;
  readonly problems: readonly Problem[];
}

/** The last answer, by the root of the constructs: most workloads of an app have the same options and context. */
const LAST = new WeakMap<IConstruct, { readonly given: Given; readonly found: Settings }>();

/** Reads the settings of a workload from its options, the construct context and the image file. */
export function readSettings({ chart, node }: ApiObject, options: StartupOrderOptions | undefined): Settings {
  const context = node.getAllContext() as Given['context'];
  const given = { options, context, chart };
  const last = LAST.get(node.root);
  if (last && isSame(given, last.given)) {
    return last.found;
  }
  const { settings, problems } = resolveOptions(options ?? {}, {
    kubernetesVersion: context[CONTEXT.kubernetesVersion],
    architecture: context[CONTEXT.architecture],
    agentDelivery: context[CONTEXT.agentDelivery],
    capabilities: context[CONTEXT.capabilities],
    images: findImageFile(node.root, options?.images, context[CONTEXT.images]),
    owner: chart.node.path,
  });
  const found = { settings, problems: [...findUnknownContextKeys(Object.keys(context)), ...problems] };
  LAST.set(node.root, { given, found });
  return found;
}

function isSame(a: Given, b: Given): boolean {
  const keys = Object.keys(a.context);
  return (
    a.options === b.options &&
    a.chart === b.chart &&
    keys.length === Object.keys(b.context).length &&
    keys.every(key => a.context[key] === b.context[key])
  );
}
