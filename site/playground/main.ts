import { create, fillSelect, find } from './dom';
import { Editor } from './editor';
import { addBinaries, Cluster, evaluate, Size, writeDependencies } from './engine';
import { EXAMPLES } from './examples';
import { DependencyForm } from './form';
import { decodeState, encodeState, State } from './link';
import { showResults } from './results';
import { ARCHITECTURES } from '../../src/agent/binaries';
import { NEWEST_MINOR, OLDEST_MINOR } from '../../src/api/private/kubernetes-versions';
import { DEFAULT_VERSION } from '../../src/pod/capabilities';

/** The pause after the last key before the manifests are ordered. */
const PAUSE_MS = 120;
/** The pause after the last change before the address changes. Safari accepts 100 changes in 30 s. */
const LINK_PAUSE_MS = 400;
/** The width of a character of the plan, in pixels. */
const CHARACTER = 7.3;
const DEFAULTS: Cluster = { kubernetesVersion: DEFAULT_VERSION, architecture: 'amd64' };

const version = find<HTMLSelectElement>('version');
const architecture = find<HTMLSelectElement>('architecture');
const example = find<HTMLSelectElement>('example');
const status = find('status');

const editor = new Editor(() => { updateLater(); });
const form = new DependencyForm((workload, dependencies) => {
  const text = writeDependencies(editor.text, workload, dependencies);
  if (text === undefined) {
    announce('The text cannot be changed: correct its errors first.');
  } else {
    editor.replace(text);
    update();
  }
});

/** The ordered manifests; `undefined`: there are errors. */
let ordered: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let linkTimer: ReturnType<typeof setTimeout> | undefined;
/** The pause before the next evaluation: longer for large manifests. */
let pause = PAUSE_MS;
/** The fragment that this page wrote last. */
let ownFragment = '';

function updateLater(): void {
  clearTimeout(timer);
  timer = setTimeout(update, pause);
}

function update(): void {
  clearTimeout(timer);
  timer = undefined;
  const state = readState();
  const begin = performance.now();
  const evaluation = evaluate(state.text, state, measureSize());
  ordered = evaluation.ordered;
  if (example.value !== '' && state.text !== EXAMPLES[example.value]) { example.value = ''; }
  editor.showErrors(evaluation.errors);
  form.show(evaluation.workloads);
  showResults(evaluation, editor);
  pause = Math.max(PAUSE_MS, 3 * (performance.now() - begin));
  if (document.documentElement.dataset.state !== 'ready') { performance.mark('ready'); }
  document.documentElement.dataset.state = 'ready';
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => { void writeLink(state); }, LINK_PAUSE_MS);
}

/** Orders the text of the last keys now. */
function flush(): void {
  if (timer !== undefined) { update(); }
}

function measureSize(): Size {
  const width = find('results').clientWidth;
  return { columns: Math.max(40, Math.floor((width - 40) / CHARACTER)), width: width - 2 };
}

function readState(): State {
  return { text: editor.text, kubernetesVersion: version.value, architecture: architecture.value };
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
  editor.text = state.text;
  update();
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

/** Loads the binaries of the wait agent, which a copy of the manifests contains. The request names no binary. */
async function loadBinaries(): Promise<Readonly<Record<string, string>>> {
  const shared = globalThis as { startupOrderBinaries?: Readonly<Record<string, string>> };
  if (!shared.startupOrderBinaries) {
    await new Promise((resolve, reject) => {
      const script = create('script', { src: 'binaries.js' });
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
      document.head.append(script);
    });
  }
  return shared.startupOrderBinaries!;
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
  showState(state ?? { ...DEFAULTS, text: Object.values(EXAMPLES)[0] });
}

const minors = Array.from({ length: NEWEST_MINOR - OLDEST_MINOR + 1 }, (_, i) => `1.${OLDEST_MINOR + i}`);
fillSelect(version, minors.map(minor => [minor, minor]));
fillSelect(architecture, [...Object.keys(ARCHITECTURES).map(name => [name, name] as const), ['', 'unknown']]);
fillSelect(example, [['', 'Load an example …'], ...Object.keys(EXAMPLES).map(name => [name, name] as const)]);

// A change of the form must not replace newer text.
find('form').addEventListener('focusin', flush);
version.addEventListener('change', update);
architecture.addEventListener('change', update);
example.addEventListener('change', () => {
  if (example.value === '') { return; }
  editor.replace(EXAMPLES[example.value]);
  update();
});
find('copy').addEventListener('click', () => {
  clearTimeout(linkTimer);
  void writeLink(readState()).then(() => copy('link', location.href));
});
find('copy-manifests').addEventListener('click', () => {
  flush();
  if (ordered === undefined) {
    announce('Correct the errors first.');
  } else {
    const text = ordered;
    void loadBinaries().then(binaries => copy('manifests', addBinaries(text, binaries)), () => { announce('The binaries of the wait agent cannot be loaded.'); });
  }
});
window.addEventListener('hashchange', () => { void showLink(); });
void showLink();
