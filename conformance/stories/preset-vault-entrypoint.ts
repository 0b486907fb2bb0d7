import { SidecarPreset } from 'cdk8s-startup-order';
import { appAfter, emptyDir } from './apps/preset';
import { before, happens, neverStarts, says, Story } from '../runner/story';

const REFUSED = says('vault-agent', /unable to set CAP_SETFCAP effective capability/);

const story: Story = {
  about: 'DISORDER: the entrypoint of the Vault image fails as a user that is not root, so SidecarPreset.vaultAgent does not run it.',
  app: appAfter({ ...SidecarPreset.vaultAgent('1.20.0', ['/vault/secrets/db']), command: undefined }, chart => ({
    sidecar: [emptyDir(chart, 'secrets', '/vault/secrets')],
  })),
  doesNotApply: before(29, 'no native sidecars: a hook holds the app only while nothing fails'),
  images: ['hashicorp/vault:1.20.0'],
  containers: { app: {} },
  expect: [happens(REFUSED), neverStarts('app', { after: REFUSED, forMs: 2000 })],
};
export default story;
