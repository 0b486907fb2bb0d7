/**
 * Fills the generated blocks of README.md, and the same example on the first page of docs: the example in two ways,
 * its manifest, and the measured times of other ways.
 */
import { readFileSync, statSync } from 'fs';
import { join } from 'path';
import { measuredFigures } from './doc-tables';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { fenced, table } from './markdown';
import { absoluteLinks } from './readme-links';
import { cli } from '../test/cli/host';

const ROOT = join(__dirname, '..');

const program = (example: string, file: string) =>
  readFileSync(join(ROOT, 'examples', example, file), 'utf8').trimEnd();

/** Returns the same order twice, side by side. On a narrow page of the site, the second cell is below the first. */
export function twoWays(): string {
  const cells = [
    ['Helm, Kustomize, YAML: an annotation', fenced('yaml', program('two-ways', 'deployment.yaml'))],
    ['cdk8s: a construct', fenced('ts nofixture', program('two-ways', 'main.ts'))],
  ].map(([title, code]) => `<td><b>${title}</b>\n\n${code}\n\n</td>`);
  return `<table class="two-ways"><tr valign="top">${cells.join('')}</tr></table>`;
}

/** Returns the output of `order` for the annotation. */
export function orderedManifest(): string {
  const { out, error } = cli(['order', 'deployment.yaml'], {
    files: { 'deployment.yaml': program('two-ways', 'deployment.yaml') },
  });
  if (error !== '') {
    throw new Error(error);
  }
  return fenced('yaml', out);
}

const NODE = '1.37.1';
const NOT_MEASURED = '–';

/** Returns the unnecessary wait of the app: p50 and max. Times below one second are in milliseconds. */
function wait(story: string): string {
  const spread = measuredFigures(NODE).afterReady(story);
  if (spread === undefined) {
    throw new Error(`measured.md has no time for '${story}'`);
  }
  const time = (ms: string) => (Number(ms) < 1000 ? `${ms} ms` : `${(Number(ms) / 1000).toFixed(1)} s`);
  return `${time(spread.p50)}, ${time(spread.max)}`;
}

const LAUNCH_PRIORITY = 'https://openkruise.io/docs/user-manuals/containerlaunchpriority';

function agentSize(): number {
  return Math.round(statSync(join(ROOT, 'agent', 'bin', 'linux-amd64', 'wait')).size / 1024);
}

function otherWays(): string {
  return table(
    ['way', 'the order holds', 'needs', 'ready → app starts: p50, max'],
    [
      [
        'startup probe on an app container, by hand',
        '[never](docs/reference/lint/startup-probe-orders-nothing.md): it delays no other container',
        '–',
        NOT_MEASURED,
      ],
      [
        'native sidecar with a startup probe, by hand',
        'at each start of the pod',
        'the right list, check and limit; the default period is 10 s',
        wait('by hand, a native sidecar whose startup probe asks a TCP port every 10 seconds, the default'),
      ],
      [
        'the same with `periodSeconds: 1`',
        'at each start of the pod',
        'the right list, check and limit',
        wait('by hand, a native sidecar whose startup probe asks a TCP port each second'),
      ],
      [
        '`until …; do sleep 2; done` in a `postStart` hook',
        '[while nothing fails](docs/explanation/why-hooks-fail-open.md)',
        'a shell in the image',
        wait('by hand, a postStart hook on the dependency: until check; do sleep 2; done'),
      ],
      [
        'wait image (wait4x) in an init container',
        'at each start of the pod; only for something outside the pod',
        'one more image',
        wait('wait4x in an init container, for a GET request to something outside the pod'),
      ],
      [
        `[launch priority](${LAUNCH_PRIORITY}) of OpenKruise`,
        'at each start of the pod; priorities instead of dependencies',
        'a controller and a webhook in the cluster',
        NOT_MEASURED,
      ],
      [
        '`depends_on` of compose, `dependsOn` of Amazon ECS',
        'outside Kubernetes; [the same conditions here](docs/reference/glossary.md#differences-from-compose-and-ecs)',
        'Docker, or Amazon ECS',
        NOT_MEASURED,
      ],
      [
        '**this library**',
        'at each start of the pod: a native sidecar that is asked each second',
        'nothing in the cluster or in your image',
        wait('SIDECAR_PROBE, the startup probe asks a TCP port each second'),
      ],
      [
        '**this library**, `EVERY_START`',
        'also when the app restarts later',
        `the command of the app; the wait agent, a static binary of ${agentSize()} KiB`,
        wait('ENTRYPOINT_GATE, the check is a TCP port'),
      ],
    ],
  );
}

export function writeReadme(): void {
  const example = { 'two-ways': twoWays(), 'ordered': orderedManifest() };
  writeOrCheck(join(ROOT, 'README.md'), before =>
    absoluteLinks(withBlocks(before, { ...example, 'other-ways': otherWays() })),
  );
  writeOrCheck(join(ROOT, 'docs', 'README.md'), before => withBlocks(before, example));
}
