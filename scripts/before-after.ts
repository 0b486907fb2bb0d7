/** Draws the picture of README.md: the start of a pod without an order and in order, from the predicted timelines. */
import { App, Chart, Duration } from 'cdk8s';
import { Dependency, OrderedPod, ReadyCheck } from '../src';
import { predict } from '../src/report/predict';
import { Timeline, TimelineRow } from '../src/report/timeline';
import { TIMELINE_STYLE } from '../tools/pictures/timeline-style';
import { createElement, escapeText } from '../tools/pictures/xml';

const WIDTH = 520;
const HEIGHT = 222;
const LEFT = 62;
const BAR = 22;
/** The last second of the axis. */
const END = 5;

const x = (seconds: number) => LEFT + (seconds / END) * (WIDTH - LEFT - 18);

/** Returns the predicted start of `app` and `proxy`. The proxy is ready 3 s after its start. */
function startOf(isOrdered: boolean): { app: TimelineRow; proxy: TimelineRow } {
  const pod = new OrderedPod(new Chart(new App(), 'shop'), 'web', {
    orderedContainers: [
      {
        name: 'app',
        image: 'shop/app:7',
        command: ['/app'],
        dependsOn: isOrdered ? [Dependency.on('proxy')] : [],
        expectedReadyIn: Duration.seconds(0),
      },
      {
        name: 'proxy',
        image: 'shop/proxy:2',
        readyWhen: ReadyCheck.httpGet('/ready', { port: 9901 }),
        expectedReadyIn: Duration.seconds(3),
      },
    ],
  });
  const timeline: Timeline = predict(pod.startupOrder.plan());
  const row = (name: string) => timeline.rows.find(each => each.name === name)!;
  return { app: row('app'), proxy: row('proxy') };
}

function text(style: string, left: number, top: number, content: string, anchor = 'start'): string {
  return createElement('text', { 'class': style, 'x': left, 'y': top, 'text-anchor': anchor }, escapeText(content));
}

function bar(kind: string, top: number, from: number, to: number, label: string): string {
  const box = { class: kind, x: x(from), y: top, width: x(to) - x(from), height: BAR, rx: 3 };
  return createElement('rect', box) + '\n' + text(`in in-${kind}`, x(from) + 7, top + 15, label);
}

const name = (top: number, container: string) => text('name', 12, top + 15, container);

function axis(): string[] {
  const lines: string[] = [];
  for (let second = 0; second <= END; second++) {
    lines.push(createElement('line', { class: 'grid', x1: x(second), y1: 34, x2: x(second), y2: HEIGHT - 26 }));
    lines.push(text('tick', x(second), HEIGHT - 10, `${second} s`, 'middle'));
  }
  return lines;
}

/** Returns the picture as SVG. */
export function drawBeforeAfter(): string {
  const before = startOf(false);
  const after = startOf(true);
  const early = (before.proxy.ready! - before.app.started!).toFixed(1);
  const late = (after.app.started! - after.proxy.ready!).toFixed(1);
  const titles = [
    `Without an order: app runs ${early} s before proxy is ready`,
    `In order: app starts ${late} s after proxy is ready`,
  ];
  const parts = [
    createElement('title', {}, escapeText(titles.join('. '))),
    createElement('style', {}, `${TIMELINE_STYLE}.startup-order .name,.startup-order .in{font-size:13px}\n`),
    createElement('rect', { class: 'back', x: 0, y: 0, width: WIDTH, height: HEIGHT }),
    ...axis(),
    text('head', 12, 24, titles[0]),
    name(38, 'app'),
    bar('failed', 38, before.app.started!, before.proxy.ready!, 'calls a proxy that is not ready'),
    bar('ready', 38, before.proxy.ready!, END, 'works'),
    name(66, 'proxy'),
    bar('starting', 66, before.proxy.started!, before.proxy.ready!, 'starts'),
    bar('ready', 66, before.proxy.ready!, END, 'ready'),
    text('head', 12, 124, titles[1]),
    name(138, 'proxy'),
    bar('starting', 138, after.proxy.started!, after.proxy.ready!, 'starts'),
    bar('ready', 138, after.proxy.ready!, END, 'ready'),
    name(166, 'app'),
    bar('waiting', 166, 0, after.app.started!, 'waits for proxy'),
    bar('ready', 166, after.app.started!, END, 'works'),
  ];
  const attributes = {
    'xmlns': 'http://www.w3.org/2000/svg',
    'class': 'startup-order',
    'viewBox': `0 0 ${WIDTH} ${HEIGHT}`,
    'width': 676,
    'role': 'img',
    'aria-label': titles.join('. '),
  };
  return `${createElement('svg', attributes, `\n${parts.join('\n')}\n`)}\n`;
}
