import { createButton, find } from './dom';
import { Tab, TABS } from './link';

const TEXTS: Readonly<Record<Tab, { readonly label: string; readonly hint: string }>> = {
  annotation: { label: 'Annotation', hint: 'The pod template declares who needs whom.' },
  object: { label: 'StartupOrder object', hint: 'An object beside the manifests declares who needs whom, also with roles and ready checks.' },
  compose: { label: 'Compose', hint: 'The output of docker compose config, then a line --- and the manifests that kompose or Compose Bridge made of it.' },
};

/** The tabs with the forms of a declaration. The arrow keys move the focus to a tab, and Enter opens it. */
export class Tabs {
  private readonly buttons: readonly HTMLButtonElement[];
  private opened: Tab = 'annotation';

  constructor(onOpen: (tab: Tab) => void) {
    this.buttons = TABS.map(tab => (
      createButton(TEXTS[tab].label, () => { onOpen(tab); }, { 'id': `tab-${tab}`, 'role': 'tab', 'aria-controls': 'panel' })));
    const list = find('forms');
    list.append(...this.buttons);
    list.addEventListener('keydown', event => {
      const step = ({ ArrowLeft: -1, ArrowRight: 1 } as Readonly<Record<string, number>>)[event.key];
      const focused = this.buttons.findIndex(button => button === document.activeElement);
      if (step !== undefined && focused >= 0) { this.buttons.at((focused + step) % TABS.length)!.focus(); }
    });
  }

  /** The open tab. */
  public get open(): Tab {
    return this.opened;
  }

  public set open(open: Tab) {
    this.opened = open;
    TABS.forEach((tab, i) => {
      this.buttons[i].setAttribute('aria-selected', String(tab === open));
      this.buttons[i].tabIndex = tab === open ? 0 : -1;
    });
    find('form-hint').textContent = TEXTS[open].hint;
    find('panel').setAttribute('aria-labelledby', `tab-${open}`);
  }
}
