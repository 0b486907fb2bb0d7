import * as lib from '../../../src';
import { SIGNATURES } from '../../../src/api/private/structs';
import { CHECK_FIELDS } from '../../../src/pod/checks';
import * as types from '../../../tools/order/dependency-types';
import { CHECKS } from '../../../tools/order/ready-check-type';
import { StartupOrderSpec } from '../../../tools/order/startup-order-object';
import { ValueOf } from '../../../tools/order/types';

// The object must have a field for each option of the constructs. The compiler compares the names: `npx tsc --noEmit -p test/tsconfig.json` names each
// missing field.

/** The options without a field, and the fields without an option; `Renamed`: names that differ on purpose. */
type Difference<Options, Fields, Renamed extends string = never> =
  | Exclude<keyof Options, keyof Fields | Renamed>
  | Exclude<keyof Fields, keyof Options | Renamed>;

function same<_D extends never>(): void {}

type Container = NonNullable<StartupOrderSpec['containers']>[string];
type Dependency = ValueOf<typeof types.DEPENDENCY>;
/** The fields of one kind of external dependency, with the fields of every kind. */
type External<T> = ValueOf<T> & Omit<ValueOf<typeof types.EXTERNAL_DEPENDENCY>, 'variant'> & Dependency;
/** Fields of `Dependency` that only dependencies on containers have. */
type OfContainers = 'condition' | 'restartAllContainers' | 'orderedShutdown';
/** The key of `externalDependencies` is the name. */
type Named = 'name' | OfContainers;

test('the object has a field for each option of a workload, a container and a dependency', () => {
  // A chart has no hand-written waits that `replaces` could name. `serviceAccountName` is an account that has the permissions already. `sidecars` is `role: sidecar` and `sidecarsFirst`. The command finds custom resources at the usual paths.
  same<Difference<lib.StartupOrderOptions, StartupOrderSpec, 'sidecars' | 'podSpecPath' | 'workload' | 'workloads' | 'sidecarsFirst' | 'externalDependencies' | 'replaces' | 'serviceAccountName'>>();
  same<Difference<lib.ContainerOrder, Container>>();
  same<Difference<lib.ContainerDependencyOptions, Dependency>>();
  same<Difference<lib.AgentOptions, NonNullable<StartupOrderSpec['agent']>>>();
  same<Difference<lib.MeshOptions, NonNullable<StartupOrderSpec['mesh']>>>();
});

test('the object has a field for each option of an external dependency', () => {
  same<Difference<lib.UrlDependencyOptions, External<typeof types.http>, Named | 'url' | 'required' | 'port'>>();
  same<Difference<lib.ExternalDependencyOptions, External<typeof types.tcpSocket>, Named | 'host' | 'required'>>();
  same<Difference<lib.ResourceDependencyOptions, External<typeof types.resource> & External<typeof types.pods>, Named | 'port'>>();
  same<Difference<lib.ExternalDependencyOptions, External<typeof types.server>, Named | 'host' | 'protocol' | 'required'>>();
});

test('the object has a field for each option of a ready check', () => {
  const fieldsOf = (kind: string) => Object.keys(CHECK_FIELDS.find(field => field.kind === kind)!.value);
  const optionsOf = (method: 'httpGet' | 'server' | 'tcpSocket') =>
    SIGNATURES[`ReadyCheck.${method}`].options.keys.filter(key => key !== 'tryTimeout');
  expect(fieldsOf('httpGet').sort()).toEqual(['path', ...optionsOf('httpGet')].sort());
  expect(fieldsOf('server').sort()).toEqual(['protocol', ...optionsOf('server')].sort());
  expect(fieldsOf('tcpSocket').sort()).toEqual(['port', ...optionsOf('tcpSocket')].sort());
});

/** The fields of the object that are named after Kubernetes, and not after the method of `ReadyCheck`. */
const RENAMED: Readonly<Record<string, string>> = { command: 'exec', blockingCommand: 'blockingExec' };
/** The field of the object for each method of `Dependency`. `onService` is `tcpSocket`, too. */
const EXTERNAL_FIELDS: Readonly<Record<Exclude<keyof typeof lib.Dependency, 'prototype' | 'on'>, keyof typeof types.EXTERNALS>> = {
  onUrl: 'http',
  onTcp: 'tcpSocket',
  onDns: 'dns',
  onService: 'tcpSocket',
  onEndpoints: 'endpoints',
  onJob: 'job',
  onResource: 'resource',
  onServer: 'server',
  onCommand: 'exec',
  onInjected: 'injected',
  onDelay: 'delay',
};

test('the object has a field for each method of ReadyCheck and Dependency', () => {
  const methods = (of: object) => Object.getOwnPropertyNames(of).filter(name => /^[a-z]/.test(name) && !['length', 'name', 'prototype', 'external'].includes(name)).sort();
  expect(methods(lib.ReadyCheck).map(method => RENAMED[method] ?? method).sort()).toEqual([...Object.keys(CHECKS), 'allOf'].sort());
  expect(methods(lib.Dependency)).toEqual(['on', ...Object.keys(EXTERNAL_FIELDS)].sort());
});
