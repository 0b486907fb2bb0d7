import { colour } from './colours';
import { create, createButton, find } from './dom';
import type { LineMessage } from './engine';

/** The height of a line in pixels. */
const LINE = 18;

/** The lines above the visible lines that the colours depend on: a long text in a block scalar has no colours of keys. */
const LINES_ABOVE = 300;

/** A text area with colours and line numbers, and a list of messages about its lines. The Tab key leaves the text area, as in every form. */
export class Editor {
  private readonly area = find<HTMLTextAreaElement>('text');
  private readonly colours = find('colours');
  private readonly numbers = find('numbers');
  private readonly messages = find('errors');
  private marked: ReadonlySet<number> = new Set();
  private isReplacing = false;

  constructor(onInput: () => void) {
    this.area.addEventListener('input', () => {
      if (this.isReplacing) { return; }
      this.draw();
      onInput();
    });
    this.area.addEventListener('scroll', () => {
      this.numbers.scrollTop = this.area.scrollTop;
      this.drawColours();
    });
    new ResizeObserver(() => { this.drawColours(); }).observe(this.area);
  }

  public get text(): string {
    return this.area.value;
  }

  public set text(text: string) {
    this.area.value = text;
    this.draw();
  }

  /** Replaces the text as if the user had typed the difference, so that the undo of the browser brings the old text back. The focus stays. */
  public replace(text: string): void {
    const { area } = this;
    const old = area.value;
    const most = Math.min(old.length, text.length);
    const atEnd = (value: string, i: number) => value[value.length - 1 - i];
    let begin = 0;
    while (begin < most && old[begin] === text[begin]) { begin++; }
    let rest = 0;
    while (rest < most - begin && atEnd(old, rest) === atEnd(text, rest)) { rest++; }
    const focused = document.activeElement;
    this.isReplacing = true;
    area.focus({ preventScroll: true });
    area.setSelectionRange(begin, old.length - rest);
    const added = text.slice(begin, text.length - rest);
    // No other function of browsers changes a text area with undo.
    document.execCommand(added === '' ? 'delete' : 'insertText', false, added);
    this.isReplacing = false;
    if (area.value === text) { this.draw(); } else { this.text = text; }
    if (focused instanceof HTMLElement && focused !== document.body) { focused.focus({ preventScroll: true }); }
  }

  /** Lists the errors, and marks their lines. */
  public showErrors(errors: readonly LineMessage[]): void {
    this.marked = new Set(errors.flatMap(({ line }) => line ?? []));
    this.area.setAttribute('aria-invalid', String(errors.length > 0));
    this.drawNumbers();
    this.messages.replaceChildren(...errors.map(({ line, text }) => (
      create('li', {}, ...line === undefined ? [] : [this.linkLine(line), ': '], text))));
    this.messages.hidden = errors.length === 0;
  }

  /** Returns a button that selects a line in the text area. */
  public linkLine(line: number): HTMLElement {
    return createButton(`line ${line}`, () => { this.selectLine(line); }, { class: 'line' });
  }

  private selectLine(line: number): void {
    const before = this.text.split('\n').slice(0, line - 1).join('\n');
    const begin = line === 1 ? 0 : before.length + 1;
    const end = this.text.indexOf('\n', begin);
    this.area.focus();
    this.area.setSelectionRange(begin, end < 0 ? this.text.length : end);
    this.area.scrollTop = Math.max(0, (line - 4) * LINE);
  }

  private draw(): void {
    this.drawNumbers();
    this.drawColours();
  }

  /** Draws the visible lines below the transparent text of the text area. All lines of a large text would be slow. */
  private drawColours(): void {
    const { scrollTop, scrollLeft, clientHeight } = this.area;
    const first = Math.floor(scrollTop / LINE);
    const above = Math.max(0, first - LINES_ABOVE);
    const lines = this.text.split('\n').slice(above, first + Math.ceil(clientHeight / LINE) + 1);
    this.colours.replaceChildren(...colour(lines.join('\n')));
    this.colours.style.transform = `translate(${-scrollLeft}px, ${above * LINE - scrollTop}px)`;
  }

  private drawNumbers(): void {
    const count = this.text.split('\n').length;
    // An element for each line would be slow in large manifests.
    const parts: (string | HTMLElement)[] = [];
    let next = 1;
    const addUntil = (end: number) => {
      parts.push(Array.from({ length: end - next }, (_, i) => `${next + i}\n`).join(''));
      next = end;
    };
    for (const line of [...this.marked].filter(marked => marked <= count).sort((a, b) => a - b)) {
      addUntil(line);
      parts.push(create('span', { class: 'wrong' }, `${line}\n`));
      next++;
    }
    addUntil(count + 1);
    this.numbers.replaceChildren(...parts);
    this.numbers.scrollTop = this.area.scrollTop;
  }
}
