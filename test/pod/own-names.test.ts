import { findUnknownAnnotations, findUnknownContextKeys } from '../../src/pod/own-names';
import { said } from '../dsl';

test('a context key of the project that does not exist is a problem with the closest key', () => {
  expect(said(findUnknownContextKeys(['cdk8s-startup-order:kubernetesversion', 'cdk8s-startup-order:x', 'cdk8s-startup-order:images', 'other:x']))).toEqual([
    "SO620: the construct context has the key 'cdk8s-startup-order:kubernetesversion', which does not exist (known: cdk8s-startup-order:agentDelivery, cdk8s-startup-order:architecture, "
    + 'cdk8s-startup-order:capabilities, cdk8s-startup-order:images, cdk8s-startup-order:kubernetesVersion); '
    + "did you mean 'cdk8s-startup-order:kubernetesVersion'? Correct the name, or remove it",
    expect.stringMatching(/^SO620: .*'cdk8s-startup-order:x'.*; correct the name, or remove it$/),
  ]);
});

test('an annotation of the project that does not exist is a problem with the closest annotation', () => {
  const prefix = 'cdk8s-startup-order.github.io';
  const unknown = findUnknownAnnotations({ [`${prefix}/dependsOn`]: '', [`${prefix}/zzz`]: '', [`${prefix}/ordered`]: '', 'example.com/depends': '' });
  expect(unknown.map(({ name }) => name)).toEqual([`${prefix}/dependsOn`, `${prefix}/zzz`]);
  expect(said(unknown.map(({ problem }) => problem))).toEqual([
    expect.stringMatching(/^SO672: .*; did you mean 'cdk8s-startup-order\.github\.io\/depends-on'\? Correct the name, or remove it$/),
    expect.stringMatching(/^SO672: .*'cdk8s-startup-order\.github\.io\/zzz'.*; correct the name, or remove it$/),
  ]);
  expect(findUnknownAnnotations(undefined)).toEqual([]);
});
