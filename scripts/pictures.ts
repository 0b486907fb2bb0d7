/** Draws the timelines of example pods, and the picture of README.md, into docs/pictures. */
import { join } from 'path';
import { App, Chart, Duration } from 'cdk8s';
import { drawBeforeAfter } from './before-after';
import { writeOrCheck } from './generated-blocks';
import { OrderedPod, StartupOrder } from '../src';
import { predict } from '../src/report/predict';
import { drawTimelineSvg } from '../tools/pictures/timeline-svg';

export const PICTURES = join(__dirname, '..', 'docs', 'pictures');

/** The pods by file name: the examples, and hand-written manifests without an enforced order. */
export const PODS: Readonly<Record<string, () => StartupOrder>> = {
  'a1-no-order': () => example('a1-no-order'),
  'a2-by-hand': () => byHand('a2-by-hand', { 'sidecar-container': 10, 'app-container': 0 }),
  'a2-startup-probe': () => example('a2-startup-probe'),
  'a3-ready-file': () => example('a3-ready-file'),
  'b1-startup-sequence': () => example('b1-startup-sequence'),
  'b2-by-hand': () => byHand('b2-by-hand', { container2: 0, container1: 30 }),
  'b2-reversed-list': () => example('b2-reversed-list'),
};

export function picture(name: string): string {
  return drawTimelineSvg(predict(PODS[name]().plan()));
}

const LOADED = new Map<string, StartupOrder>();

/** Returns the order of an example. Loading the example works only once. */
function example(name: string): StartupOrder {
  const order = LOADED.get(name) ?? load(name);
  LOADED.set(name, order);
  return order;
}

function load(name: string): StartupOrder {
  const { synth } = App.prototype;
  let found: App | undefined;
  App.prototype.synth = function (this: App) {
    found = this;
  };
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    require(join(__dirname, '..', 'examples', name, 'main'));
  } finally {
    App.prototype.synth = synth;
  }
  return (found!.node.findChild(name).node.findChild('pod') as OrderedPod).startupOrder;
}

/** Creates a pod from the seconds until each container is ready, in the order of the list. */
function byHand(name: string, readyAfter: Readonly<Record<string, number>>): StartupOrder {
  return new OrderedPod(new Chart(new App(), name), 'pod', {
    startupOrder: { kubernetesVersion: '1.33', architecture: 'amd64' },
    orderedContainers: Object.entries(readyAfter).map(([container, seconds]) => ({
      name: container,
      image: 'busybox:1.37',
      expectedReadyIn: Duration.seconds(seconds),
    })),
  }).startupOrder;
}

export function writePictures(): void {
  for (const name of Object.keys(PODS)) {
    writeOrCheck(join(PICTURES, `${name}.svg`), () => picture(name));
  }
  writeOrCheck(join(PICTURES, 'before-after.svg'), drawBeforeAfter);
}
