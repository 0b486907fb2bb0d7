import {
  formatToolCommand,
  formatCommand,
  CheckModule,
  formatOption,
  formRule,
  isWholeNumber,
  namespaceRule,
  Rule,
} from './check-module';
import { NODE_REFERENCE, NODE_VARIABLE } from '../../agent/contract';
import { PodsCheck, ResourceCheck } from '../../api/private/check';
import { when } from '../../api/private/collections';

/**
 * In seconds. `kubectl wait` returns as soon as the object changes; after this time the agent checks whether the object
 * has failed.
 */
const KUBECTL_WAIT = 10;

/**
 * Roles may be created a little later than pods, so a refusal ends the wait only after half a minute, twice the time of
 * a try. Names have no spaces.
 */
const REFUSED = '--fails-with=is forbidden';

const RESOURCE = /^[a-z][a-z0-9-]*(\.[a-z0-9.-]+)?\/[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/;
const CONDITION = /^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?(=[A-Za-z0-9]+)?$/;

export const resource: CheckModule<ResourceCheck> = {
  describe: check => `${formatWaitFor(check)} of ${check.resource}${inNamespace(check)}`,

  rules: ({ resource: given, condition, jsonPath, failedCondition, namespace }) => {
    const isConditionGiven = condition !== undefined;
    const isPathGiven = jsonPath !== undefined;
    const wantedCondition = "the type of a condition, such as 'Ready' or 'Ready=False'";
    return [
      formRule(
        given,
        RESOURCE,
        'resource',
        "resource, API group and name, as in 'jobs.batch/migrate' or 'configmaps/settings'",
      ),
      [
        !RESOURCE.test(given) || hasGroup(given),
        'resource',
        `'${given}'`,
        "given with its plural name and API group, as in 'deployments.apps/web': the Role of the wait names both",
      ],
      [isConditionGiven || isPathGiven, 'resource', `'${given}' with neither`, 'given with `condition` or `jsonPath`'],
      [
        !isConditionGiven || !isPathGiven,
        'resource',
        `'${given}' with both`,
        'given with either `condition` or `jsonPath`',
      ],
      formRule(condition, CONDITION, 'condition', wantedCondition),
      formRule(failedCondition, CONDITION, 'failedCondition', wantedCondition),
      formRule(
        jsonPath,
        /^\{\.[^{}]*\}(=[^\0\n]+)?$/,
        'jsonPath',
        "a path in braces, such as '{.status.phase}' or '{.status.phase}=Bound'",
      ),
      namespaceRule(namespace),
    ];
  },

  buildAgentArguments: check => {
    const { resource: given, failedCondition, mayBeAbsent } = check;
    const wait = (wanted: string, seconds: number) => [
      'kubectl',
      'wait',
      given,
      ...formatOption('--namespace', check.namespace),
      `--for=${wanted}`,
      `--timeout=${seconds}s`,
    ];
    return [
      ...formatToolCommand(wait(formatWaitFor(check), KUBECTL_WAIT), KUBECTL_WAIT),
      REFUSED,
      // kubectl 1.35 prints: Error from server (NotFound): jobs.batch "migrate" not found.
      ...when(mayBeAbsent, '--passes-with=(NotFound)'),
      ...(failedCondition === undefined ? [] : formatCommand('--fails-if', wait(`condition=${failedCondition}`, 0))),
    ];
  },

  findTool: () => 'kubectl',
  traffic: 'request',
};

const LABEL_VALUE = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;
const LABEL_KEY = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

export const pods: CheckModule<PodsCheck> = {
  describe: check => {
    const which = `${check.count ?? 'all'} of the ${check.of} ${formatSelector(check)}${inNamespace(check)}`;
    return `${which}${check.sameNode ? ' on the same node' : ''} Ready`;
  },

  rules: ({ labels, count, namespace }) => [
    [Object.keys(labels).length > 0, 'labels', 'empty', 'at least one label: all pods of the namespace would be meant'],
    ...Object.entries(labels).map(
      ([key, value]): Rule => [
        LABEL_KEY.test(key) && LABEL_VALUE.test(value),
        'labels',
        `${key}=${value}`,
        'a label as Kubernetes allows it',
      ],
    ),
    [count === undefined || isWholeNumber(count, 1, Infinity), 'count', `${count}`, 'a whole number, at least 1'],
    namespaceRule(namespace),
  ],

  // `kubectl wait` cannot count, so a template counts with a text that grows by one letter per pod. The list leaves out
  // pods that have completed.
  buildAgentArguments: check => {
    const { of, count, sameNode } = check;
    const ready = '{{$ready = print $ready "."}}';
    const each =
      of === 'pods'
        ? `{{range .items}}{{$all = print $all "."}}{{range .status.conditions}}{{if eq (print .type .status) ` +
          `"ReadyTrue"}}${ready}{{end}}{{end}}{{end}}`
        : `{{range .items}}{{range .endpoints}}{{$all = print $all "."}}{{if ` +
          `.conditions.ready}}${ready}{{end}}{{end}}{{end}}`;
    const enough = count === undefined ? 'and $all (eq $ready $all)' : `ge (len $ready) ${count}`;
    const needed = count === undefined ? '' : `, and ${count} have to be`;
    const onNode = sameNode ? `,spec.nodeName=${NODE_REFERENCE}` : '';
    const state = `{{len $ready}} of {{len $all}} ${of === 'pods' ? 'pods' : 'endpoints'} are Ready${needed}`;
    const words = [
      'kubectl',
      'get',
      of,
      ...formatOption('--namespace', check.namespace),
      `--selector=${formatSelector(check)}`,
      ...when(of === 'pods', `--field-selector=status.phase!=Succeeded,status.phase!=Failed${onNode}`),
      '--output',
      `go-template={{$all := ""}}{{$ready := ""}}${each}{{if ${enough}}}enough{{else}}${state}{{end}}`,
    ];
    return [...formatToolCommand(words, KUBECTL_WAIT), '--text=enough', REFUSED];
  },

  findTool: () => 'kubectl',
  findVariable: ({ sameNode }) =>
    sameNode ? { name: NODE_VARIABLE, valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } } : undefined,
  traffic: 'request',
};

/** The namespaced and other resources of the core group, `v1`, which has no new ones. */
const CORE_RESOURCES =
  'bindings componentstatuses configmaps endpoints events limitranges namespaces nodes persistentvolumeclaims ' +
  'persistentvolumes pods podtemplates replicationcontrollers resourcequotas secrets serviceaccounts services';

/** kubectl accepts `deploy/web` and `deployments.v1.apps/web`, and RBAC neither. */
function hasGroup(resourceAndName: string): boolean {
  const [type] = resourceAndName.split('/');
  const [plural, ...group] = type.split('.');
  return group.length === 0 ? CORE_RESOURCES.split(' ').includes(plural) : !/^v\d+((alpha|beta)\d+)?$/.test(group[0]);
}

/** The value of `kubectl wait --for`. */
function formatWaitFor({ condition, jsonPath }: ResourceCheck): string {
  return condition === undefined ? `jsonpath=${jsonPath}` : `condition=${condition}`;
}

/** The value of `kubectl get --selector`. */
function formatSelector({ labels }: PodsCheck): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
}

function inNamespace({ namespace }: { readonly namespace?: string }): string {
  return namespace === undefined ? '' : ` in ${namespace}`;
}
