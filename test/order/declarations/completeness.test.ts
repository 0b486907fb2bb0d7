import * as lib from '../../../src';
import { Dependency, ExternalDependency } from '../../../tools/order/dependency-types';
import { ReadyCheck, StartupOrderSpec } from '../../../tools/order/startup-order-object';

// The object must have a field for each option of the constructs. The compiler compares the names: `npx tsc --noEmit -p test/tsconfig.json` names each
// missing field.

/** The options without a field, and the fields without an option; `Renamed`: names that differ on purpose. */
type Difference<Options, Fields, Renamed extends string = never> =
  | Exclude<keyof Options, keyof Fields | Renamed>
  | Exclude<keyof Fields, keyof Options | Renamed>;

function same<_D extends never>(): void {}

type Container = NonNullable<StartupOrderSpec['containers']>[string];
/** The fields of one kind of external dependency, with the fields of every kind. */
type External<K extends keyof ExternalDependency> = NonNullable<ExternalDependency[K]> & Pick<ExternalDependency, 'env' | 'expectedReadyIn' | 'image'> & Dependency;
/** Fields of `Dependency` that only dependencies on containers have. */
type OfContainers = 'condition' | 'restartAllContainers' | 'orderedShutdown';
/** The key of `externalDependencies` is the name. */
type Named = 'name' | OfContainers;

test('the object has a field for each option of a workload, a container and a dependency', () => {
  // `sidecars` is `role: sidecar` and `sidecarsFirst`. The command finds custom resources at the usual paths.
  same<Difference<lib.StartupOrderProps, StartupOrderSpec, 'sidecars' | 'podSpecPath' | 'workloads' | 'sidecarsFirst' | 'externalDependencies' | 'serviceAccountName'>>();
  same<Difference<lib.ContainerOrder, Container>>();
  same<Difference<lib.ContainerDependencyOptions, Dependency>>();
  same<Difference<lib.AgentOptions, NonNullable<StartupOrderSpec['agent']>>>();
  same<Difference<lib.MeshOptions, NonNullable<StartupOrderSpec['mesh']>, 'product'>>();
});

test('the object has a field for each option of an external dependency', () => {
  same<Difference<lib.UrlDependencyOptions, External<'http'>, Named | 'url' | 'required'>>();
  same<Difference<lib.ExternalDependencyOptions, External<'tcpSocket'>, Named | 'host' | 'port' | 'required' | 'env' | 'image'>>();
  same<Difference<lib.ObjectDependencyOptions, External<'job'>, Named | 'env'>>();
  same<Difference<lib.PodsDependencyOptions, External<'pods'>, Named | 'labels' | 'required' | 'env'>>();
  same<Difference<lib.ResourceDependencyOptions, External<'resource'>, Named | 'env'>>();
  same<Difference<lib.PostgresqlDependencyOptions, External<'postgresql'>, Named | 'host' | 'required'>>();
  same<Difference<lib.RedisDependencyOptions, External<'redis'>, Named | 'host' | 'required'>>();
  same<Difference<lib.CommandDependencyOptions, External<'exec'>, Named | 'command' | 'required'>>();
});

test('the object has a field for each option of a ready check', () => {
  same<Difference<lib.HttpGetCheckOptions, NonNullable<ReadyCheck['httpGet']>, 'path' | 'tryTimeout'>>();
  same<Difference<lib.TcpSocketCheckOptions, NonNullable<ReadyCheck['tcpSocket']>, 'port' | 'tryTimeout'>>();
});

/** The field of the object for each method of the constructs. `onService` is `tcpSocket`, or `endpoints` with `throughApi`. */
const CHECKS: Readonly<Record<Exclude<keyof typeof lib.ReadyCheck, 'prototype'>, keyof ReadyCheck>> = {
  httpGet: 'httpGet',
  tcpSocket: 'tcpSocket',
  grpc: 'grpc',
  command: 'exec',
  blockingCommand: 'blockingExec',
  fileExists: 'file',
  fileContains: 'file',
  unixSocket: 'unixSocket',
  delay: 'delay',
  fromImage: 'fromImage',
  allOf: 'allOf',
};
const EXTERNALS: Readonly<Record<Exclude<keyof typeof lib.Dependency, 'prototype' | 'on' | 'onInjected'>, keyof ExternalDependency>> = {
  onUrl: 'http',
  onTcp: 'tcpSocket',
  onDns: 'dns',
  onService: 'endpoints',
  onJob: 'job',
  onJobNamed: 'job',
  onPods: 'pods',
  onResource: 'resource',
  onPostgresql: 'postgresql',
  onRedis: 'redis',
  onCommand: 'exec',
  onDelay: 'delay',
};

test('the object has a field for each method of ReadyCheck and Dependency', () => {
  const methods = (of: object) => Object.getOwnPropertyNames(of).filter(name => /^[a-z]/.test(name) && !['length', 'name', 'prototype', 'external'].includes(name)).sort();
  expect(methods(lib.ReadyCheck)).toEqual(Object.keys(CHECKS).sort());
  expect(methods(lib.Dependency)).toEqual(['on', 'onInjected', ...Object.keys(EXTERNALS)].sort());
});
