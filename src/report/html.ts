import { explain } from './explain';
import { element, escaped } from './markup';
import { predict } from './predict';
import { seconds } from './seconds';
import { Timeline } from './timeline';
import { timelineSvg } from './timeline-svg';
import { limitOf } from './words';
import { Guarantee } from '../model/guarantee';
import { PlannedDependency, StartupPlan } from '../model/startup-plan';

/** One page about all workloads of an app, in which one can search. It stands alone: the browser is told to load nothing. */
export function htmlReport(plans: readonly StartupPlan[]): string {
  const anchors = new Map(plans.map((p, i) => [p.path, `w${i + 1}`]));
  const all = plans.map(plan => ({ plan, timeline: predict(plan), anchor: anchors.get(plan.path)! }));
  return `<!doctype html>
${element('html', { lang: 'en' }, '\n', element('head', {}, `
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Start order of ${plans.length} ${workloads(plans.length)}</title>
<style>${STYLE}</style>
`), '\n', element('body', {}, `
<header>
<h1>Start order of ${plans.length} ${workloads(plans.length)}</h1>
<p><label>Search <input id="search" type="search" autocomplete="off" placeholder="workload, container, check, guarantee …"></label> <span id="found" role="status"></span></p>
</header>
<main>
${summary(all)}
${between(plans, anchors)}
${all.map(w => workload(w, anchors)).join('\n')}
</main>
<script>${SCRIPT}</script>
`), '\n')}
`;
}

interface Workload {
  readonly plan: StartupPlan;
  readonly timeline: Timeline;
  readonly anchor: string;
}

function summary(all: readonly Workload[]): string {
  return table('All workloads', ['workload', 'containers', 'dependencies', 'weakest guarantee', 'all ready after', 'the order costs', 'to know'], all.map(({ plan, timeline, anchor }) => ({
    attributes: { 'data-of': anchor },
    cells: [
      element('a', { href: `#${anchor}` }, escaped(plan.path)),
      plan.disabledReason === undefined ? `${plan.containers.length}` : 'switched off',
      `${plan.dependencies.length}`,
      guaranteeOf(weakest(plan)),
      timeline.allReady === undefined ? '–' : seconds(timeline.allReady),
      plan.dependencies.length === 0 || timeline.allReady === undefined ? '–' : seconds(Math.max(0, timeline.allReady - timeline.allReadyWithoutOrder!)),
      `${plan.warnings.length || '–'}`,
    ],
  })));
}

function between(plans: readonly StartupPlan[], anchors: ReadonlyMap<string, string>): string {
  const waits = plans.flatMap(p => p.dependencies.flatMap(d => (d.workloads ?? []).map(w => element('li', {},
    `${linked(p.path, anchors)} (${escaped(d.dependent)}) waits for ${linked(w, anchors)}: ${escaped(d.check ?? d.condition)}`))));
  return waits.length === 0 ? '' : `<h2>Between workloads</h2>\n<ul>\n${waits.join('\n')}\n</ul>`;
}

function workload({ plan, timeline, anchor }: Workload, anchors: ReadonlyMap<string, string>): string {
  const text = explain(plan, { width: 120 }, timeline);
  return element('section', { 'id': anchor, 'aria-labelledby': `${anchor}-title` },
    `\n${element('h2', { id: `${anchor}-title` }, escaped(plan.path))}`,
    plan.disabledReason === undefined ? `\n<p>For Kubernetes ${escaped(plan.kubernetesVersion)} and newer.</p>` : `\n<p>Start order switched off: ${escaped(plan.disabledReason)}</p>`,
    timeline.rows.length > 0 ? `\n<div class="picture" tabindex="0" role="group" aria-label="Timeline">\n${timelineSvg(timeline)}</div>` : '',
    plan.warnings.length > 0 ? `\n<h3>To know</h3>\n<ul class="warnings">\n${plan.warnings.map(w => element('li', {}, escaped(w))).join('\n')}\n</ul>` : '',
    plan.dependencies.length > 0 ? `\n${dependencies(plan.dependencies, anchors)}` : '',
    plan.stops.length > 0 ? `\n${stops(plan)}` : '',
    `\n<details><summary>All of it, as text</summary>\n${element('pre', { tabindex: 0 }, escaped(text))}</details>`,
    '\n');
}

function dependencies(all: readonly PlannedDependency[], anchors: ReadonlyMap<string, string>): string {
  return table('Dependencies', ['starts', 'after', 'is', 'checked by', 'at most', 'enforced by', 'guarantee', 'why, and how to raise it'], all.map(d => ({
    cells: [
      escaped(d.dependent),
      escaped(d.dependency) + (d.workloads ?? []).map(w => ` (${linked(w, anchors)})`).join(''),
      d.condition,
      d.check === undefined ? '–' : element('code', {}, escaped(d.check)),
      limitOf(d) ?? '–',
      d.mechanism + (d.waitsIn === undefined ? '' : ` in ${escaped(d.waitsIn)}`),
      guaranteeOf(d.guarantee),
      `${escaped(d.reason)}${d.raisedBy === undefined ? '' : `<br><b>To raise it:</b> ${escaped(d.raisedBy)}`}`,
    ],
  })));
}

function stops({ stops: all, stopTime }: StartupPlan): string {
  return table(`Shutdown, ${stopTime?.toSeconds()} s when each container takes as long as it says`, ['stops', 'after', 'by', 'guarantee', 'why'], all.map(s => ({
    cells: [escaped(s.dependency), escaped(s.dependent), s.mechanism, s.guarantee, escaped(s.reason)],
  })));
}

interface Row {
  readonly attributes?: Readonly<Record<string, string>>;
  /** Markup. */
  readonly cells: readonly string[];
}

function table(caption: string, head: readonly string[], rows: readonly Row[]): string {
  const body = rows.map(({ attributes, cells }) => element('tr', attributes ?? {}, ...cells.map((c, i) => i === 0 ? element('th', { scope: 'row' }, c) : element('td', {}, c))));
  return `<div class="scroll"><table>\n${element('caption', {}, escaped(caption))}\n`
    + `<thead><tr>${head.map(h => element('th', { scope: 'col' }, h)).join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

function linked(path: string, anchors: ReadonlyMap<string, string>): string {
  const anchor = anchors.get(path);
  return anchor === undefined ? escaped(path) : element('a', { href: `#${anchor}` }, escaped(path));
}

function guaranteeOf(guarantee: Guarantee | undefined): string {
  return guarantee === undefined ? '–' : element('span', { class: guarantee === Guarantee.START_ORDER ? 'weak' : 'strong' }, guarantee);
}

const FROM_WEAKEST = [Guarantee.START_ORDER, Guarantee.FAIL_CLOSED, Guarantee.EVERY_START];

function weakest({ dependencies: all }: StartupPlan): Guarantee | undefined {
  return FROM_WEAKEST.find(g => all.some(d => d.guarantee === g));
}

function workloads(count: number): string {
  return count === 1 ? 'workload' : 'workloads';
}

const STYLE = `
:root{--back:#fff;--text:#1b1f24;--dim:#57606a;--line:#d8dee4;--head:#f6f7f9;--link:#0a58ca;--weak:#8a4b00;--strong:#11632c}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--dim:#9198a1;--line:#2b323b;--head:#151b23;--link:#79b8ff;--weak:#f2cc60;--strong:#7ee787}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1100px;padding:0 16px 48px;background:var(--back);color:var(--text);font:14px/1.5 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
header{position:sticky;top:0;background:var(--back);border-bottom:1px solid var(--line);padding:8px 0;z-index:1}
h1{font-size:20px;margin:0}h2{font-size:17px;margin:32px 0 4px;overflow-wrap:anywhere}h3{font-size:14px;margin:16px 0 4px}
header p{margin:6px 0 0}p{margin:4px 0;color:var(--dim)}
section,main>h2{scroll-margin-top:90px}
input{font:inherit;width:min(26em,70vw);padding:4px 8px;color:var(--text);background:var(--back);border:1px solid var(--dim);border-radius:4px}
a{color:var(--link)}
.picture,.scroll{overflow-x:auto;margin:8px 0}.picture svg{display:block;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:13px}
caption{text-align:left;font-weight:600;padding:8px 0 4px}
th,td{text-align:left;vertical-align:top;padding:4px 8px;border:1px solid var(--line);font-weight:400}
thead th{background:var(--head);font-weight:600;white-space:nowrap}
tbody th{font-weight:600}
code,pre{font:12px/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}code{overflow-wrap:anywhere}
pre{overflow-x:auto;padding:8px 12px;background:var(--head);border-radius:6px}
summary{cursor:pointer;margin:8px 0}
.weak{color:var(--weak);font-weight:600}.strong{color:var(--strong)}
[hidden]{display:none}
@media print{header{position:static}details>pre{display:block}}
`;

/** Shows the workloads in whose text all words stand. */
const SCRIPT = `
(() => {
  const search = document.getElementById('search');
  const found = document.getElementById('found');
  const sections = [...document.querySelectorAll('section')].map(section => ({ section, text: section.querySelector('pre').textContent.toLowerCase() }));
  const rows = new Map([...document.querySelectorAll('tr[data-of]')].map(row => [row.dataset.of, row]));
  const look = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(word => word);
    let count = 0;
    for (const { section, text } of sections) {
      const hit = words.every(word => text.includes(word));
      section.hidden = rows.get(section.id).hidden = !hit;
      if (hit) { count++; }
    }
    found.textContent = words.length > 0 ? count + ' of ' + sections.length : '';
  };
  search.addEventListener('input', look);
  look();
})();
`;
