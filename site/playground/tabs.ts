import { createButton, find } from './dom';
import type { State } from './link';

type Form = State['form'];

const TABS: readonly (readonly [form: Form, label: string, hint: string])[] = [
  ['annotation', 'Annotation', 'The pod template declares who needs whom.'],
  ['object', 'StartupOrder object', 'An object beside the manifests declares who needs whom, also with roles and ready checks.'],
  ['compose', 'Compose', 'The output of docker compose config, then a line --- and the manifests that kompose or Compose Bridge made of it.'],
];

/** The tabs with the forms of a declaration. The arrow keys move the focus to a tab, and Enter opens it. */
export class Tabs {
  private readonly buttons: readonly HTMLButtonElement[];
  private open: Form = 'annotation';

  constructor(onOpen: (form: Form) => void) {
    this.buttons = TABS.map(([form, label]) => createButton(label, () => { onOpen(form); }, { 'id': `tab-${form}`, 'role': 'tab', 'aria-controls': 'panel' }));
    const list = find('forms');
    list.append(...this.buttons);
    list.addEventListener('keydown', event => {
      const step = ({ ArrowLeft: -1, ArrowRight: 1 } as Readonly<Record<string, number>>)[event.key];
      const focused = this.buttons.findIndex(button => button === document.activeElement);
      if (step !== undefined && focused >= 0) { this.buttons.at((focused + step) % TABS.length)!.focus(); }
    });
  }

  public get form(): Form {
    return this.open;
  }

  public set form(form: Form) {
    this.open = form;
    TABS.forEach(([of, , hint], i) => {
      this.buttons[i].setAttribute('aria-selected', String(of === form));
      this.buttons[i].tabIndex = of === form ? 0 : -1;
      if (of === form) { find('form-hint').textContent = hint; }
    });
    find('panel').setAttribute('aria-labelledby', `tab-${form}`);
  }
}
