import { NamedDependency } from './dependency-types';
import { StartupOrderSpec } from './startup-order-object';
import { DependencyDeclaration, PodDeclaration } from '../../src/api/private/declaration';

type Containers = NonNullable<StartupOrderSpec['containers']>;
type Externals = NonNullable<StartupOrderSpec['externalDependencies']>;

/** Translates a spec, or the content of the annotation, to the declarations that the constructs make. */
export function toDeclaration(spec: Omit<StartupOrderSpec, 'workloads'>): PodDeclaration {
  const { containers = {}, externalDependencies = {}, sidecarsFirst = false, serviceAccountName } = spec;
  return {
    containers: Object.entries<Containers[string]>(containers).map(
      ([name, { dependsOn = [], readyWhen, role, stopsWithin, expectedReadyIn }]) => ({
        name,
        role,
        readyWhen,
        stopsWithinSeconds: stopsWithin,
        expectedReadySeconds: expectedReadyIn,
        dependsOn: dependsOn.map(dependency => toDependency(dependency, externalDependencies)),
      }),
    ),
    sidecarsFirst,
    serviceAccount: serviceAccountName,
  };
}

function toDependency(
  { name, key: _key, timeout, required = true, ...options }: NamedDependency,
  externals: Externals,
): DependencyDeclaration {
  const dependency = { ...options, required, timeoutSeconds: timeout };
  if (!Object.hasOwn(externals, name)) {
    return { ...dependency, target: { kind: 'container', name } };
  }
  const { variant, image, env, expectedReadyIn } = externals[name];
  return {
    ...dependency,
    target: { kind: 'external', ...variant({ name, image, env }) },
    expectedReadySeconds: expectedReadyIn,
  };
}
