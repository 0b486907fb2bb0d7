import { drawTimelineSvg } from './timeline-svg';
import { createElement, escapeText, formatProse } from './xml';
import { Guarantee } from '../../src/api/guarantee';
import { PlannedDependency, StartupPlan } from '../../src/api/startup-plan';
import { explain } from '../../src/report/explain';
import { GLOSSARY, GlossaryTerm, STOP_REASONS } from '../../src/report/glossary';
import { computeCost, describeLimit } from '../../src/report/labels';
import { predict } from '../../src/report/predict';
import { formatSeconds } from '../../src/report/seconds';
import { Timeline } from '../../src/report/timeline';

/** Returns an HTML page about all workloads of an app, the weakest guarantee first, with a search. Its content security policy blocks external requests. */
export function createHtmlReport(plans: readonly StartupPlan[]): string {
  const all = plans.map(plan => ({ plan, timeline: predict(plan) }))
    .sort((a, b) => rank(a) - rank(b))
    .map((w, i): WorkloadSection => ({ ...w, anchor: `w${i + 1}` }));
  const anchors = new Map(all.map(w => [w.plan.path, w.anchor]));
  const title = `Start order of ${plans.length} ${workloads(plans.length)}`;
  const main = [summary(all), between(all.map(w => w.plan), anchors), ...all.map(w => renderWorkload(w, anchors))].join('\n');
  return `<!doctype html>
${createElement('html', { lang: 'en' }, '\n', createElement('head', {}, `
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
`), '\n', createElement('body', {}, `
<header>
<h1>${title}</h1>
<p class="headline">${headline(all)}</p>
<p><label>Search <input id="search" type="search" autocomplete="off" placeholder="workload, container, check, guarantee …"></label>
<label>Guarantee <select id="guarantee"><option value="">all</option>${FROM_WEAKEST.map(g => createElement('option', {}, g)).join('')}</select></label> <span id="found" role="status"></span></p>
</header>
<main>
${main}
${glossary(main)}
</main>
<script>${SCRIPT}</script>
`), '\n')}
`;
}

interface WorkloadSection {
  readonly plan: StartupPlan;
  readonly timeline: Timeline;
  readonly anchor: string;
}

const FROM_WEAKEST = [Guarantee.BEST_EFFORT, Guarantee.FAIL_CLOSED, Guarantee.EVERY_START];

/** Ranks workloads: a pod that never becomes ready first, then the weakest guarantee, and workloads without dependencies last. */
function rank({ plan, timeline }: Pick<WorkloadSection, 'plan' | 'timeline'>): number {
  if (isStuck(timeline)) { return -1; }
  const guarantee = weakest(plan);
  return guarantee === undefined ? FROM_WEAKEST.length : FROM_WEAKEST.indexOf(guarantee);
}

function weakest({ dependencies: all }: StartupPlan): Guarantee | undefined {
  return FROM_WEAKEST.find(g => all.some(d => d.guarantee === g));
}

function isStuck({ rows, allReady }: Timeline): boolean {
  return rows.some(r => r.app) && allReady === undefined;
}

/** '2 of 9 workloads hold only while nothing fails.' */
function headline(all: readonly WorkloadSection[]): string {
  const stuck = all.filter(w => isStuck(w.timeline));
  const weak = all.filter(w => weakest(w.plan) === Guarantee.BEST_EFFORT);
  const off = all.filter(w => w.plan.disabledReason !== undefined);
  const ordered = all.filter(w => w.plan.dependencies.length > 0);
  const formatShare = ({ length }: readonly WorkloadSection[], one: string, several: string) =>
    length === 0 ? [] : [`${length} of ${all.length} ${workloads(all.length)} ${length === 1 ? one : several}.`];
  return [
    ...formatShare(stuck, 'never becomes ready', 'never become ready'),
    ...formatShare(weak, 'holds its order only while nothing fails', 'hold their order only while nothing fails'),
    ...formatShare(off, 'has its start order disabled', 'have their start order disabled'),
    ...(ordered.length === 0 ? ['No workload has a dependency.'] : weak.length === 0 ? ['When a pod starts, its order holds even if a container, a hook or the kubelet fails.'] : []),
  ].join(' ');
}

function summary(all: readonly WorkloadSection[]): string {
  const head = ['workload', 'containers', 'dependencies', 'weakest guarantee', 'all ready after', term('waits'), term('overhead'), 'findings'];
  return table('All workloads', head, all.map(({ plan, timeline, anchor }) => {
    const cost = computeCost(timeline);
    return {
      attributes: { 'data-of': anchor },
      cells: [
        createElement('a', { href: `#${anchor}` }, escapeText(plan.path)),
        plan.disabledReason === undefined ? `${plan.containers.length}` : 'switched off',
        `${plan.dependencies.length}`,
        guaranteeOf(weakest(plan)),
        timeline.allReady !== undefined ? formatSeconds(timeline.allReady) : isStuck(timeline) ? createElement('span', { class: 'weak' }, 'never') : '–',
        cost ? formatSeconds(cost.waits) : '–',
        cost ? formatSeconds(cost.overhead) : '–',
        plan.warnings.length === 0 ? '–' : createElement('a', { href: `#${anchor}-findings` }, `${plan.warnings.length}`),
      ],
    };
  }));
}

function between(plans: readonly StartupPlan[], anchors: ReadonlyMap<string, string>): string {
  const waits = plans.flatMap(p => p.dependencies.flatMap(d => (d.workloads ?? []).map(w => createElement('li', {},
    `${linked(p.path, anchors)} (${escapeText(d.dependent)}) waits for ${linked(w, anchors)}: ${escapeText(d.check ?? d.condition)}`))));
  return waits.length === 0 ? '' : `<h2>Between workloads</h2>\n<ul>\n${waits.join('\n')}\n</ul>`;
}

function renderWorkload({ plan, timeline, anchor }: WorkloadSection, anchors: ReadonlyMap<string, string>): string {
  const text = explain(plan, { width: 120 }, timeline);
  const findings = plan.warnings.length === 0 ? '' : `\n${createElement('aside', { 'id': `${anchor}-findings`, 'aria-label': 'Findings' },
    `\n<h3>Findings</h3>\n<ul class="warnings">\n${plan.warnings.map(w => createElement('li', {}, formatProse(w))).join('\n')}\n</ul>\n`)}`;
  return createElement('section', { 'id': anchor, 'aria-labelledby': `${anchor}-title` },
    `\n${createElement('h2', { id: `${anchor}-title` }, escapeText(plan.path))}`,
    plan.disabledReason === undefined ? `\n<p>For Kubernetes ${escapeText(plan.kubernetesVersion)} and newer.</p>` : `\n<p>Start order disabled: ${formatProse(plan.disabledReason)}</p>`,
    '\n<div class="beside">',
    '\n<div>',
    timeline.rows.length > 0 ? `\n<div class="picture" tabindex="0" role="group" aria-label="Timeline">\n${drawTimelineSvg(timeline)}</div>` : '',
    `\n</div>${findings}\n</div>`,
    plan.dependencies.length > 0 ? `\n${dependencies(plan.dependencies, anchors)}` : '',
    plan.stopTime === undefined ? '' : `\n${stops(plan)}`,
    `\n<details><summary>The whole plan, as text</summary>\n${createElement('pre', { tabindex: 0 }, formatProse(text))}</details>`,
    '\n');
}

function dependencies(all: readonly PlannedDependency[], anchors: ReadonlyMap<string, string>): string {
  return table('Dependencies', ['dependent', 'starts after', 'is', 'check', 'at most', 'mechanism', 'guarantee', 'reason, and how to raise the guarantee'], all.map(d => ({
    attributes: { 'data-guarantee': d.guarantee },
    cells: [
      escapeText(d.dependent),
      escapeText(d.dependency) + (d.workloads ?? []).map(w => ` (${linked(w, anchors)})`).join(''),
      term(d.condition),
      d.check === undefined ? '–' : createElement('code', {}, escapeText(d.check)),
      describeLimit(d) ?? '–',
      term(d.mechanism) + (d.waitsIn === undefined ? '' : ` in ${escapeText(d.waitsIn)}`),
      guaranteeOf(d.guarantee),
      `${formatProse(d.reason)}${d.remedy === undefined ? '' : `<br><b>To raise it:</b> ${formatProse(d.remedy)}`}`,
    ],
  })));
}

function stops({ dependencies: all, stopTime }: StartupPlan): string {
  return table(`Shutdown, ${stopTime?.toSeconds()} s if each container takes its whole shutdown time`, ['stops', 'after', 'by', 'why'],
    all.flatMap(({ dependent, dependency, stopMechanism: by }) =>
      by === undefined ? [] : [{ cells: [escapeText(dependency), escapeText(dependent), term(by), formatProse(STOP_REASONS[by])] }]));
}

/** The terms that the page contains, each with its meaning. */
function glossary(page: string): string {
  const used = (Object.keys(GLOSSARY) as GlossaryTerm[]).filter(name => page.includes(`href="#term-${name}"`));
  const entries = used.map(name => `${createElement('dt', { id: `term-${name}` }, name)}${createElement('dd', {}, formatProse(GLOSSARY[name]))}`);
  return used.length === 0 ? '' : `<h2 id="terms">Terms</h2>\n<dl>\n${entries.join('\n')}\n</dl>`;
}

/** A term with its meaning in a tooltip, linked to the list of terms. */
function term(name: GlossaryTerm, kind = ''): string {
  return createElement('a', { class: `term ${kind}`.trim(), href: `#term-${name}`, title: GLOSSARY[name].replace(/`/g, '') }, name);
}

interface Row {
  readonly attributes?: Readonly<Record<string, string>>;
  /** Markup. */
  readonly cells: readonly string[];
}

/** `head` is markup. On a narrow screen each cell has its heading before it. */
function table(caption: string, head: readonly string[], rows: readonly Row[]): string {
  const labels = head.map(h => h.replace(/<[^>]*>/g, ''));
  const cell = (c: string, i: number) => i === 0 ? createElement('th', { scope: 'row' }, c) : createElement('td', { 'data-label': labels[i] }, createElement('div', {}, c));
  const body = rows.map(({ attributes, cells }) => createElement('tr', attributes ?? {}, ...cells.map(cell)));
  return `<div class="scroll"><table>\n${createElement('caption', {}, escapeText(caption))}\n`
    + `<thead><tr>${head.map(h => createElement('th', { scope: 'col' }, h)).join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}

function linked(path: string, anchors: ReadonlyMap<string, string>): string {
  const anchor = anchors.get(path);
  return anchor === undefined ? escapeText(path) : createElement('a', { href: `#${anchor}` }, escapeText(path));
}

function guaranteeOf(guarantee: Guarantee | undefined): string {
  return guarantee === undefined ? '–' : term(guarantee, guarantee === Guarantee.BEST_EFFORT ? 'weak' : 'strong');
}

function workloads(count: number): string {
  return count === 1 ? 'workload' : 'workloads';
}

const PAGE_STYLE = `
:root{--back:#fff;--text:#1b1f24;--dim:#57606a;--line:#d8dee4;--head:#f6f7f9;--link:#0a58ca;--weak:#8a4b00;--strong:#11632c}
@media (prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--dim:#9198a1;--line:#2b323b;--head:#151b23;--link:#79b8ff;--weak:#f2cc60;--strong:#7ee787}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1400px;padding:0 16px 48px;background:var(--back);color:var(--text);font:14px/1.5 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}
header{position:sticky;top:0;background:var(--back);border-bottom:1px solid var(--line);padding:8px 0;z-index:1}
h1{font-size:20px;margin:0}h2{font-size:17px;margin:32px 0 4px;overflow-wrap:break-word}h3{font-size:14px;margin:0 0 4px}
header p{margin:6px 0 0}p{margin:4px 0;color:var(--dim)}.headline{color:var(--text);font-size:16px}
section,aside,dt,main>h2{scroll-margin-top:120px}
input{width:min(26em,70vw)}input,select{font:inherit;padding:4px 8px;color:var(--text);background:var(--back);border:1px solid var(--dim);border-radius:4px}
a{color:var(--link)}a.term{color:inherit;text-decoration:underline dotted;text-underline-offset:3px}a.term:hover{color:var(--link)}
.beside{display:grid;grid-template-columns:minmax(0,1fr);gap:0 24px}
aside{border-left:3px solid var(--line);padding:4px 0 4px 16px;margin:8px 0;align-self:start}aside ul{margin:0;padding-left:18px}aside li{margin:0 0 8px;overflow-wrap:break-word}
@media (min-width:1340px){.beside:has(aside){grid-template-columns:minmax(0,1fr) 300px}}
.picture,.scroll{overflow-x:auto;margin:8px 0}tr.other{display:none}.picture svg{display:block;border:1px solid var(--line);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:13px}
caption{text-align:left;font-weight:600;padding:8px 0 4px}
th,td{text-align:left;vertical-align:top;padding:4px 8px;border:1px solid var(--line);font-weight:400;overflow-wrap:break-word}
thead th{background:var(--head);font-weight:600}
tbody th{font-weight:600}
td:last-child:nth-child(n+8) div{min-width:14em}tr[data-of] td:last-child div{min-width:0}
a.term.weak,.weak{color:var(--weak);font-weight:600}a.term.strong{color:var(--strong)}
code,pre{font:12px/1.5 ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}code{overflow-wrap:break-word}
aside code,td code,dd code,p code{background:var(--head)}
pre{overflow-x:auto;padding:8px 12px;background:var(--head);border-radius:6px}pre code{font-weight:600}
summary{cursor:pointer;margin:8px 0}
dl{display:grid;grid-template-columns:minmax(10em,auto) 1fr;gap:4px 16px;margin:8px 0}dt{font-weight:600}dd{margin:0}
[hidden]{display:none}
@media (max-width:760px){
header{position:static}section,aside,dt,main>h2{scroll-margin-top:8px}
table,caption,tbody,tr,tbody th,td{display:block}thead{display:none}
tr{border:1px solid var(--line);margin:0 0 8px}
tbody th{border:0;background:var(--head)}
td{border:0;border-top:1px solid var(--line);display:grid;grid-template-columns:8em minmax(0,1fr);gap:8px}
td::before{content:attr(data-label);color:var(--dim)}
td:last-child:nth-child(n+8) div{min-width:0}
dl{grid-template-columns:1fr}dd{margin:0 0 8px}
}
@media print{
header{position:static}header label{display:none}
details::details-content{content-visibility:visible;block-size:auto}pre{white-space:pre-wrap}
.picture,.scroll{overflow:visible}.picture svg{max-width:100%;height:auto}
}
`;

/** Shows the workloads whose text contains all words of the search and that have a dependency with the guarantee. Hides the rows of their other dependencies. */
const SCRIPT = `
(() => {
  const search = document.getElementById('search');
  const found = document.getElementById('found');
  const sections = [...document.querySelectorAll('section')].map(section => ({ section, text: section.querySelector('pre').textContent.toLowerCase() }));
  const rows = new Map([...document.querySelectorAll('tr[data-of]')].map(row => [row.dataset.of, row]));
  const guarantee = document.getElementById('guarantee');
  const look = () => {
    const wanted = guarantee.value;
    const words = search.value.toLowerCase().split(/\\s+/).filter(word => word);
    let count = 0;
    for (const { section, text } of sections) {
      const marked = [...section.querySelectorAll('[data-guarantee]')];
      const hit = words.every(word => text.includes(word)) && (!wanted || marked.some(e => e.dataset.guarantee === wanted));
      for (const e of marked) { e.classList.toggle('other', wanted !== '' && e.dataset.guarantee !== wanted); }
      section.hidden = rows.get(section.id).hidden = !hit;
      if (hit) { count++; }
    }
    found.textContent = words.length > 0 || wanted ? count + ' of ' + sections.length : '';
  };
  search.addEventListener('input', look);
  guarantee.addEventListener('change', look);
  // A link leads to its workload, although the filter hides it.
  window.addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.closest('section[hidden]')) { return; }
    search.value = guarantee.value = '';
    look();
    target.scrollIntoView();
  });
  look();
})();
`;
