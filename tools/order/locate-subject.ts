import { findAnnotations } from './annotation';
import { parsePath } from './parse-documents';
import { StartupOrderSpec } from './startup-order-object';
import { PodTemplateJson } from '../../src/api/private/pod-spec';
import { Subject } from '../../src/api/private/problem';

/**
 * Returns the keys of the subject of a problem in a StartupOrder; `undefined`: the subject is a part of the manifest.
 */
export function locateInObject(subject: Subject | undefined, spec: StartupOrderSpec): readonly string[] | undefined {
  if (subject?.in === 'options') {
    return ['spec', subject.field];
  }
  if (subject?.in !== 'declaration') {
    return undefined;
  }
  const { container, dependency, field = '' } = subject;
  const place = ['spec', 'containers', container];
  if (dependency === undefined) {
    return [...place, field];
  }
  if (field === 'check' || field === 'expectedReadyIn') {
    return ['spec', 'externalDependencies', dependency];
  }
  const declared = spec.containers?.[container]?.dependsOn?.find(({ name }) => name === dependency);
  // Without an own value, a dependency has the default of the object.
  if (field in spec && !(declared && field in declared)) {
    return ['spec', field];
  }
  return [...place, 'dependsOn', declared?.key ?? '', field];
}

/**
 * Returns the keys of the subject of a problem in a pod template: a part of the pod, otherwise the annotation with the
 * declaration.
 */
export function locateInTemplate(subject: Subject | undefined, { metadata, spec }: PodTemplateJson): readonly string[] {
  if (subject?.in === 'template') {
    return parsePath(subject.path);
  }
  if (subject?.in === 'pod') {
    const list = spec.containers?.some(({ name }) => name === subject.container) ? 'containers' : 'initContainers';
    return ['spec', list, `${spec[list]?.findIndex(({ name }) => name === subject.container)}`];
  }
  const [annotation] = findAnnotations(metadata);
  return annotation === undefined ? [] : ['metadata', 'annotations', annotation];
}
