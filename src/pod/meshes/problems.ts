import { entry, option, raise } from '../../api/private/problem';

export const PROBLEMS = {
  SO801: entry(
    'invalid or unsupported mesh version',
    { product: 'Istio', given: 'latest', oldest: '1.8' },
    a => `the version of ${a.product} is '${a.given}'; it must be '${a.oldest}' or newer, as 'major.minor'`,
    option('mesh'),
  ),
  SO802: entry(
    'native sidecars that the mesh or the nodes do not support',
    { product: 'Istio', version: '1.18', why: 'Istio has them from 1.19 on' },
    a =>
      `\`nativeSidecars: true\` for ${a.product} ${a.version}, but ${a.why}; leave \`nativeSidecars\` out, or ` +
      `correct the version`,
    option('mesh'),
  ),
  SO803: entry(
    'mesh that does not inject its proxy into the pod',
    { mesh: 'Istio 1.27', why: "the label sidecar.istio.io/inject is 'false'" },
    a => `\`mesh\` is ${a.mesh}, but ${a.why}, so the pod gets no proxy; leave \`mesh\` out, or enable the injection`,
    option('mesh'),
  ),
  SO804: entry(
    'annotation that contradicts the order',
    { mesh: 'Istio 1.27', key: 'sidecar.istio.io/nativeSidecar', given: 'false', wanted: 'true' },
    a =>
      `${a.key} is '${a.given}' in the manifest, and the order needs '${a.wanted}' with ${a.mesh}; remove it, ` +
      `or specify \`mesh.nativeSidecars\``,
    option('mesh'),
  ),
  SO805: entry(
    'proxy that the manifest already contains',
    { mesh: 'Istio 1.27', proxy: 'istio-proxy' },
    a =>
      `\`mesh\` is ${a.mesh}, which injects '${a.proxy}', but the manifest already has a container with this ` +
      `name; leave \`mesh\` out and depend on the container, or remove the container`,
    option('mesh'),
  ),
  SO806: entry(
    'text that is not a YAML mapping',
    {
      key: 'proxy.istio.io/config',
      given: 'concurrency: [',
      why: 'unexpected end of the stream within a flow collection',
    },
    a => `the annotation ${a.key} must be a YAML mapping (${a.why}): '${a.given}'; correct it`,
    a => ({ in: 'template', path: `metadata.annotations["${a.key}"]` }),
  ),
};

export const problem = raise(PROBLEMS);
