import { ask, askAgain } from './ask';
import type { Changed } from './declarations';
import { create, fillSelect, find } from './dom';
import { Editor } from './editor';
import type { Cluster, Size } from './engine';
import { COMPOSE_EXAMPLE, EXAMPLES } from './examples';
import { DeclarationForm } from './form';
import { decodeState, encodeState, State, Tab } from './link';
import { showResults } from './results';
import { Tabs } from './tabs';
import { ARCHITECTURES } from '../../src/agent/binaries';
import { NEWEST_MINOR, OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';

/** The pause after the last key before the manifests are ordered. */
const PAUSE_MS = 120;
/** The pause after the last change before the address changes. Safari accepts 100 changes in 30 s. */
const LINK_PAUSE_MS = 400;
const HAS_CHANGED = 'The text has just changed: choose again.';
/** The width of a character of the plan, in pixels. */
const CHARACTER = 7.3;
const DEFAULTS: State = {
  kubernetesVersion: DEFAULT_VERSION,
  architecture: 'amd64',
  tab: 'annotation',
  manifests: Object.values(EXAMPLES)[0],
  compose: '',
};

const version = find<HTMLSelectElement>('version');
const architecture = find<HTMLSelectElement>('architecture');
const example = find<HTMLSelectElement>('example');
const status = find('status');

const editor = new Editor(() => { updateLater(); });
const tabs = new Tabs(tab => { void openTab(tab); });
const form = new DeclarationForm({
  setDependency: (workload, ...change) => { void changeWorkload(text => ask('setDependency', text, workload, declaredForm(), ...change)); },
  setRole: (workload, container, role) => {
    const becomesObject = tabs.open === 'annotation' && role !== '';
    const message = becomesObject ? 'Only an object can contain a role, so the declaration is now an object.' : '';
    void changeWorkload(text => ask('setRole', text, workload, container, role), message);
  },
});

/** The text of the manifests while the tab for compose is open, and otherwise of compose. */
let hidden = '';
/** The text of the results. */
let shown: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let linkTimer: ReturnType<typeof setTimeout> | undefined;
/** The fragment that this page wrote last. */
let ownFragment = '';

function updateLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => { void update(); }, PAUSE_MS);
}

/** Orders the text, and shows the results, unless the text or an option has changed again. */
async function update(): Promise<void> {
  clearTimeout(timer);
  const state = readState();
  const { text } = editor;
  const results = find('results');
  results.setAttribute('aria-busy', 'true');
  const evaluation = await askAgain('evaluate', text, readCluster(), measureSize(), state.tab === 'compose');
  if (editor.text !== text) { return; }
  shown = text;
  if (example.value !== '' && text !== EXAMPLES[example.value]) { example.value = ''; }
  if (state.tab !== 'compose' && evaluation.form) { tabs.open = evaluation.form; }
  editor.showErrors(evaluation.errors);
  form.show(evaluation.workloads, state.tab === 'compose');
  showResults(evaluation, editor);
  results.setAttribute('aria-busy', 'false');
  if (document.documentElement.dataset.state !== 'ready') { performance.mark('ready'); }
  document.documentElement.dataset.state = 'ready';
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => { void writeLink(readState()); }, LINK_PAUSE_MS);
}

/** Changes the declaration of a workload of the results. `message`: the announcement after the change. */
async function changeWorkload(askFor: (text: string) => Promise<Changed>, message = ''): Promise<void> {
  // In a newer text, the index could be the index of another workload.
  if (editor.text !== shown) { announce(HAS_CHANGED); return; }
  await changeText(askFor, tabs.open, message);
}

/** Changes the text as the worker answers, and opens the tab of its form. */
async function changeText(askFor: (text: string) => Promise<Changed>, tab: Tab, message = ''): Promise<void> {
  const { text } = editor;
  const changed = await askFor(text);
  if (editor.text !== text) {
    announce(HAS_CHANGED);
  } else if (changed.text === undefined) {
    announce(changed.problem);
  } else {
    announce(message);
    tabs.open = tab;
    editor.replace(changed.text);
  }
  // Also without a change: a list of the form must not show a role that the text lacks.
  void update();
}

const declaredForm = () => (tabs.open === 'object' ? 'object' : 'annotation');

/** Shows the declaration in another form. The compose file of a pod is another text. */
async function openTab(tab: Tab): Promise<void> {
  if (tab === tabs.open) { return; }
  if (tab === 'compose' || tabs.open === 'compose') { swapTexts(tab); }
  if (tab === 'compose') { return update(); }
  await changeText(text => ask('translate', text, tab), tab);
}

function swapTexts(tab: Tab): void {
  const { text } = editor;
  editor.text = hidden;
  hidden = text;
  tabs.open = tab;
}

function measureSize(): Size {
  const width = find('results').clientWidth;
  return { columns: Math.max(40, Math.floor((width - 40) / CHARACTER)), width: width - 2 };
}

function readCluster(): Cluster {
  return { kubernetesVersion: version.value, architecture: architecture.value };
}

function readState(): State {
  const isCompose = tabs.open === 'compose';
  const [manifests, compose] = isCompose ? [hidden, editor.text] : [editor.text, hidden];
  // The example would make each link longer.
  return { tab: tabs.open, manifests, compose: compose === EXAMPLES[COMPOSE_EXAMPLE] ? '' : compose, ...readCluster() };
}

/** Puts the state into the address of the page. */
async function writeLink(state: State): Promise<void> {
  ownFragment = await encodeState(state);
  history.replaceState(null, '', `#${ownFragment}`);
}

/** Shows a state. Values that the page does not offer are replaced by the defaults. */
function showState(state: State): void {
  version.value = state.kubernetesVersion;
  if (version.selectedIndex < 0) { version.value = DEFAULTS.kubernetesVersion; }
  architecture.value = state.architecture;
  if (architecture.selectedIndex < 0) { architecture.value = DEFAULTS.architecture; }
  tabs.open = state.tab;
  const compose = state.compose === '' ? EXAMPLES[COMPOSE_EXAMPLE] : state.compose;
  [editor.text, hidden] = state.tab === 'compose' ? [compose, state.manifests] : [state.manifests, compose];
  void update();
}

function announce(message: string): void {
  status.textContent = message;
}

/** Copies a text. Without access to the clipboard, shows the text in a selected field. */
async function copy(noun: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`The ${noun} ${noun.endsWith('s') ? 'are' : 'is'} copied.`);
  } catch {
    const field = create('textarea', { 'readonly': '', 'rows': '1', 'aria-label': `The ${noun}` });
    field.value = text;
    status.replaceChildren(`Copy the ${noun} from this field: `, field);
    field.select();
  }
}

/** Loads the binaries of the wait agent, which a copy of the manifests contains; `undefined`: the request failed. It names no binary. */
async function loadBinaries(): Promise<Readonly<Record<string, string>> | undefined> {
  const shared = globalThis as { startupOrderBinaries?: Readonly<Record<string, string>> };
  if (!shared.startupOrderBinaries) {
    await new Promise(resolve => {
      const script = create('script', { src: 'binaries.js' });
      script.addEventListener('load', resolve);
      script.addEventListener('error', resolve);
      document.head.append(script);
    });
  }
  return shared.startupOrderBinaries;
}

/** Copies the manifests of the text as it is now. */
async function copyManifests(): Promise<void> {
  const { text } = editor;
  const binaries = await loadBinaries();
  if (!binaries) { announce('The binaries of the wait agent cannot be loaded.'); return; }
  const ordered = await ask('writeWithBinaries', text, readCluster(), tabs.open === 'compose', binaries);
  if (ordered === undefined) { announce('Correct the errors first.'); } else { await copy('manifests', ordered); }
}

async function showLink(): Promise<void> {
  const fragment = location.hash.slice(1);
  if (fragment === ownFragment && fragment !== '') { return; }
  const state = fragment === '' ? undefined : await decodeState(fragment);
  if (fragment !== '' && !state && editor.text !== '') {
    announce('The link is damaged. The manifests have not changed.');
    await writeLink(readState());
    return;
  }
  if (fragment !== '' && !state) { announce('The link is damaged. The page shows an example instead.'); }
  showState(state ?? DEFAULTS);
}

const minors = Array.from({ length: NEWEST_MINOR - OLDEST_MINOR + 1 }, (_, i) => `1.${OLDEST_MINOR + i}`);
fillSelect(version, minors.map(minor => [minor, minor]));
fillSelect(architecture, [...Object.keys(ARCHITECTURES).map(name => [name, name] as const), ['', 'unknown']]);
fillSelect(example, [['', 'Load an example …'], ...Object.keys(EXAMPLES).map(name => [name, name] as const)]);

version.addEventListener('change', () => { void update(); });
architecture.addEventListener('change', () => { void update(); });
example.addEventListener('change', () => {
  if (example.value === '') { return; }
  if ((example.value === COMPOSE_EXAMPLE) !== (tabs.open === 'compose')) { swapTexts(example.value === COMPOSE_EXAMPLE ? 'compose' : 'annotation'); }
  editor.replace(EXAMPLES[example.value]);
  void update();
});
find('copy').addEventListener('click', () => {
  clearTimeout(linkTimer);
  void writeLink(readState()).then(() => copy('link', location.href));
});
find('copy-manifests').addEventListener('click', () => { void copyManifests(); });
// A defect in the worker must not look like a long wait.
window.addEventListener('unhandledrejection', ({ reason }) => { announce(`The page failed: ${(reason as Error).message}`); });
window.addEventListener('hashchange', () => { void showLink(); });
void showLink();
