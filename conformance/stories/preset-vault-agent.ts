import { SidecarPreset } from 'cdk8s-startup-order';
import { appAfter, emptyDir, file } from './apps/preset';
import { says, startsAfter, Story } from '../runner/story';

const CONFIG = `template {
  source      = "/vault/config/db.ctmpl"
  destination = "/vault/secrets/db"
}
template {
  source      = "/vault/config/api.ctmpl"
  destination = "/vault/secrets/api"
}
`;

const story: Story = {
  about: 'SidecarPreset.vaultAgent starts as user 100 without the entrypoint of its image, renders two files, and the app starts after the second.',
  app: appAfter(SidecarPreset.vaultAgent('1.20.0', ['/vault/secrets/db', '/vault/secrets/api']), chart => {
    const secrets = emptyDir(chart, 'secrets', '/vault/secrets');
    return { sidecar: [secrets, file(chart, 'config', '/vault/config', 'agent.hcl', CONFIG)], app: [secrets] };
  }),
  images: ['hashicorp/vault:1.20.0'],
  containers: { app: { needs: ['file:/vault/secrets/db', 'file:/vault/secrets/api'] } },
  expect: [startsAfter('app', says('vault-agent', /renders \/vault\/secrets\/api/), { withinMs: 4000 })],
};
export default story;
