import { create, createButton, fillSelect, find } from './dom';
import { Dependencies, EditableWorkload } from './engine';

/** The conditions that the form offers; the empty condition is the default. */
const CONDITIONS: readonly (readonly [value: string, label: string])[] = [
  ['', 'ready or completed (default)'], ['ready', 'ready'], ['started', 'started'], ['running', 'running'], ['completed', 'completed'], ['exited', 'exited'],
];

/** The form with the dependencies of one workload. The form has no state of its own: each change is a change of the annotation in the text. */
export class DependencyForm {
  private readonly workload = find<HTMLSelectElement>('workload');
  private readonly dependent = find<HTMLSelectElement>('dependent');
  private readonly dependency = find<HTMLSelectElement>('dependency');
  private readonly condition = find<HTMLSelectElement>('condition');
  private readonly add = find<HTMLButtonElement>('add');
  private readonly list = find('dependencies');
  private readonly note = find('form-note');
  private workloads: readonly EditableWorkload[] = [];

  constructor(private readonly onChange: (workload: number, dependencies: Dependencies) => void) {
    fillSelect(this.condition, CONDITIONS);
    this.workload.addEventListener('change', () => { this.draw(); });
    this.dependent.addEventListener('change', () => { this.draw(); });
    find<HTMLFormElement>('form').addEventListener('submit', event => {
      event.preventDefault();
      this.change(this.dependent.value, this.dependency.value, this.condition.value);
    });
  }

  public show(workloads: readonly EditableWorkload[]): void {
    this.workloads = workloads;
    fillSelect(this.workload, workloads.map(({ title }, i) => [String(i), title]));
    this.draw();
  }

  private get current(): EditableWorkload | undefined {
    return this.workloads[Number(this.workload.value)];
  }

  private draw(): void {
    const { containers = [], dependencies } = this.current ?? {};
    fillSelect(this.dependent, containers.map(name => [name, name]));
    if (this.dependent.selectedIndex < 0) { this.dependent.selectedIndex = 0; }
    fillSelect(this.dependency, containers.filter(name => name !== this.dependent.value).map(name => [name, name]));
    const isUsable = dependencies !== undefined && containers.length > 1;
    for (const control of [this.dependent, this.dependency, this.condition, this.add]) { control.disabled = !isUsable; }
    this.note.textContent = this.workloads.length === 0 ? 'The manifests contain no workload.'
      : dependencies === undefined ? 'The annotation has options that this form does not show. Edit the annotation in the text.'
        : containers.length < 2 ? 'The pod has one container.' : '';
    const entries = Object.entries(dependencies ?? {}).flatMap(([dependent, all]) => (
      Object.entries(all).map(([dependency, condition]) => ({ dependent, dependency, condition }))));
    this.list.replaceChildren(...entries.map(({ dependent, dependency, condition }) => create('li', {},
      create('span', {}, create('code', {}, dependent), ' needs ', create('code', {}, dependency), condition === '' ? '' : `: ${condition}`),
      createButton('Remove', () => { this.change(dependent, dependency, undefined); this.add.focus(); }, { 'aria-label': `Remove: ${dependent} needs ${dependency}` }))));
  }

  /** Changes one dependency; without a condition the dependency is removed. */
  private change(dependent: string, dependency: string, condition: string | undefined): void {
    const { dependencies } = this.current ?? {};
    if (!dependencies) { return; }
    const { [dependency]: _old, ...others } = dependencies[dependent] ?? {};
    const own = condition === undefined ? others : { ...others, [dependency]: condition };
    this.onChange(Number(this.workload.value), { ...dependencies, [dependent]: own });
  }
}
