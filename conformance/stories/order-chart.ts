import { readFileSync } from 'fs';
import { join } from 'path';
import { addOrdered } from './apps/ordered-by-command';
import { ready, prints, startsAfter, Story } from '../runner/story';

/** The manifests of the chart `shop`, as both versions of Helm render it. Tests with the real programs check that they give the same pod spec. */
const RENDERED = join(__dirname, '..', 'programs', 'base', 'manifests.yaml');

const story: Story = {
  about: 'The command `order` has ordered a Helm chart with the annotation depends-on: the app starts after its proxy and after Redis.',
  app: (chart, { kubernetesVersion }) => { addOrdered(chart, kubernetesVersion, ['manifests.yaml'], { 'manifests.yaml': readFileSync(RENDERED, 'utf8') }); },
  images: ['redis:7-alpine'],
  containers: ({ delay }) => ({
    web: { needs: ['http:http://127.0.0.1:9801/readiness', 'tcp:127.0.0.1:6379'], http: '8080/healthz@0s' },
    proxy: { http: `9801/readiness@${delay}` },
  }),
  pods: 2,
  expect: [
    startsAfter('web', ready('proxy'), { withinMs: 4000 }),
    startsAfter('web', prints('cache', /Ready to accept connections/)),
  ],
};
export default story;
