import { declaredContainer, entry, raise, suggest, quoteNames } from '../../api/private/problem';

export const PROBLEMS = {
  SO106: entry(
    'two different declarations for the same container',
    { name: 'proxy', field: 'readyWhen' },
    a => `${a.field} of container '${a.name}' is declared twice, differently; keep one of the two`,
    a => declaredContainer(a.field)(a),
  ),
  SO601: entry(
    'object without a pod',
    { found: ['v1/Service shop/svc'] },
    a =>
      `the object contains no workload (found: ${a.found.join(', ') || 'no API object'}); pass a Pod, ` +
      `Deployment, StatefulSet, DaemonSet, ReplicaSet, ReplicationController, Job or CronJob, ` +
      'or give the path to the pod spec of a custom resource with `podSpecPath`',
  ),
  SO602: entry(
    'several workloads in one object',
    {
      found: ['apps/v1/Deployment shop/web (web)', 'batch/v1/Job shop/once (once)'],
      example: "workload: 'web'" as string | undefined,
    },
    a =>
      `the object contains ${a.found.length} workloads: ${a.found.join(', ')}; ${
        a.example === undefined ? 'pass the construct of one workload' : `write \`${a.example}\` for the first of them`
      }`,
  ),
  SO603: entry(
    'two different sets of options for one workload',
    { first: '{"kubernetesVersion":"1.35"}', second: '{"kubernetesVersion":"1.29"}' },
    a =>
      `the start order of this workload already has the options ${a.first}, and now gets the options ` +
      `${a.second}; declare the options in one place`,
  ),
  SO605: entry(
    'object whose manifest cannot be changed',
    { why: 'its `toJson` is overridden in Python or Java' },
    a => `the start order cannot be attached to this object, because ${a.why}; attach it to an object of another class`,
  ),
  SO607: entry(
    'path without a pod spec',
    { path: '/spec/template/spec', kind: 'Rollout' },
    a =>
      `this ${a.kind} has no pod spec with \`containers\` at '${a.path}'; add the containers, or, for a custom ` +
      `resource, correct \`podSpecPath\`, as in '/spec/template/spec'`,
  ),
  SO616: entry(
    'ConfigMaps that overwrite each other',
    {
      type: 'FILE_PER_RESOURCE',
      name: 'startup-order-wait-amd64-00000000',
      namespaces: ['shop', 'data'] as readonly (string | undefined)[],
    },
    a =>
      `cdk8s names files after kind and name where \`yamlOutputType\` is ${a.type}, so the file of the ConfigMap ` +
      `'${a.name}' for ` +
      `${a.namespaces.map(n => (n === undefined ? 'no namespace' : `the namespace '${n}'`)).join(' and ')} would ` +
      'be overwritten; write another output type, or install a `WaitAgentConfigMap` in each namespace and write ' +
      'its name as `agent.configMap`',
  ),
  SO617: entry(
    'JSON patch that cannot be applied',
    {
      op: 'replace',
      path: '/spec/template/spec/initContainers/0/startupProbe/periodSeconds',
      why: 'the manifest has nothing there',
    },
    a =>
      `the JSON patch '${a.op}' of '${a.path}' cannot be applied to the ordered manifest: ${a.why}; correct the ` +
      'path, or remove the patch and look at the manifest',
  ),
  SO619: entry(
    'declaration after the manifests were written',
    { what: "the order of container 'app'" },
    a =>
      `${a.what} is declared after the synth of this workload, whose manifest would not contain it; declare the ` +
      `whole order before \`app.synth()\``,
  ),
  SO622: entry(
    'workload that is not in the object',
    {
      workload: 'wep',
      found: ['apps/v1/Deployment shop/all/web-deployment (web)'],
      names: ['web'],
    },
    a =>
      `the object contains no workload '${a.workload}' (found: ${a.found.join(', ')})${suggest(a.workload, a.names)} ` +
      `\`workload\`, which is the name in the manifest, or \`Kind/name\``,
  ),
  SO634: entry(
    'object that cdk8s cannot write',
    { kind: 'Deployment', message: 'obj.command?.map is not a function' },
    a =>
      `cdk8s cannot write the manifest of this ${a.kind} (${a.message}); correct the property of the wrong ` +
      `type, such as a string instead of a list of strings`,
  ),
  SO635: entry(
    '`containers` of an Ordered workload',
    { names: ['app', 'proxy'] },
    a =>
      `${quoteNames(a.names)} in \`containers\` would start without an order; write ` +
      '`orderedContainers`, whose containers can depend on others',
  ),
  SO636: entry(
    'annotation for pods without a pod template',
    { what: '`mesh`', path: '/spec/predictor', kind: 'InferenceService' },
    a =>
      `${a.what} needs an annotation of the pods, and the pod spec at '${a.path}' of this ${a.kind} is in no pod ` +
      `template, where the key would be \`spec\`; remove it, or order an object with a pod template, as at ` +
      `'/spec/template/spec'`,
  ),
};

export const problem = raise(PROBLEMS);
