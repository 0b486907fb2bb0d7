import { create, createButton, fillSelect, find } from './dom';
import { EditableContainer, EditableWorkload } from './engine';

/** The conditions that the form offers; the empty condition is the default. */
const CONDITIONS: readonly (readonly [value: string, label: string])[] = [
  ['', 'ready or completed (default)'], ['ready', 'ready'], ['started', 'started'], ['running', 'running'], ['completed', 'completed'], ['exited', 'exited'],
];

const ROLES = ['init', 'sidecar', 'app'];

/** The longest list of roles on the page. */
const MOST_ROLES = 40;

export interface FormChanges {
  /** Without a condition, the dependency is removed. */
  readonly setDependency: (workload: number, dependent: string, dependency: string, condition: string | undefined) => void;
  readonly setRole: (workload: number, container: string, role: string) => void;
}

/** The form with the declaration of one workload. The form has no state of its own: each change is a change of the text. */
export class DeclarationForm {
  private readonly workload = find<HTMLSelectElement>('workload');
  private readonly dependent = find<HTMLSelectElement>('dependent');
  private readonly dependency = find<HTMLSelectElement>('dependency');
  private readonly condition = find<HTMLSelectElement>('condition');
  private readonly add = find<HTMLButtonElement>('add');
  private readonly list = find('dependencies');
  private readonly roles = find<HTMLFieldSetElement>('roles');
  private readonly note = find('form-note');
  private workloads: readonly EditableWorkload[] = [];
  private isCompose = false;

  constructor(private readonly changes: FormChanges) {
    fillSelect(this.condition, CONDITIONS);
    this.workload.addEventListener('change', () => { this.draw(); });
    this.dependent.addEventListener('change', () => { this.draw(); });
    find<HTMLFormElement>('form').addEventListener('submit', event => {
      event.preventDefault();
      this.changes.setDependency(this.index, this.dependent.value, this.dependency.value, this.condition.value);
    });
  }

  /** `isCompose`: the compose file declares the order, and the form cannot change it. */
  public show(workloads: readonly EditableWorkload[], isCompose: boolean): void {
    this.workloads = workloads;
    this.isCompose = isCompose;
    fillSelect(this.workload, workloads.map(({ title }, i) => [String(i), title]));
    this.draw();
  }

  private get index(): number {
    return Number(this.workload.value);
  }

  private draw(): void {
    const { containers, dependencies } = this.workloads[this.index] ?? { containers: [], dependencies: {} };
    const names = containers.map(({ name }) => name);
    fillSelect(this.dependent, names.map(name => [name, name]));
    fillSelect(this.dependency, names.filter(name => name !== this.dependent.value).map(name => [name, name]));
    for (const control of [this.dependent, this.dependency, this.condition, this.add]) { control.disabled = this.isCompose || names.length < 2; }
    this.note.textContent = this.describeLimit(names.length);
    const entries = Object.entries(dependencies).flatMap(([dependent, all]) => (
      Object.entries(all).map(([dependency, condition]) => ({ dependent, dependency, condition }))));
    this.list.replaceChildren(...entries.map(({ dependent, dependency, condition }) => create('li', {},
      create('span', {}, create('code', {}, dependent), ' needs ', create('code', {}, dependency), condition === '' ? '' : `: ${condition}`),
      createButton('Remove', () => {
        this.changes.setDependency(this.index, dependent, dependency, undefined);
        this.add.focus();
      }, { 'aria-label': `Remove: ${dependent} needs ${dependency}` }))));
    this.drawRoles(containers.slice(0, MOST_ROLES));
  }

  private describeLimit(containers: number): string {
    if (this.workloads.length === 0) { return 'The manifests contain no workload.'; }
    if (this.isCompose) { return 'The compose file declares the order: edit it in the text.'; }
    if (containers > MOST_ROLES) { return `Roles of the first ${MOST_ROLES} of ${containers} containers.`; }
    return containers < 2 ? 'The pod has one container.' : '';
  }

  /** A list for the same containers keeps its elements, and so the focus. */
  private drawRoles(containers: readonly EditableContainer[]): void {
    const isSame = JSON.stringify(this.selects.map(({ name }) => name)) === JSON.stringify(containers.map(({ name }) => name));
    if (!isSame) {
      const labels = containers.map(({ name }) => {
        const select = create('select', { name });
        select.addEventListener('change', () => { this.changes.setRole(this.index, name, select.value); });
        return create('label', {}, create('code', {}, name), select);
      });
      this.roles.replaceChildren(create('legend', {}, 'Roles'), ...labels);
    }
    const { selects } = this;
    containers.forEach(({ role, planned }, i) => {
      const select = selects[i];
      const inferred = planned === undefined ? 'as in the manifest' : `inferred${role === '' ? `: ${planned}` : ''}`;
      fillSelect(select, [['', inferred], ...ROLES.map(name => [name, name] as const)]);
      select.value = role;
    });
    this.roles.disabled = this.isCompose;
    this.roles.hidden = containers.length === 0;
  }

  private get selects(): HTMLSelectElement[] {
    return [...this.roles.querySelectorAll('select')];
  }
}
