type Content = Node | string;

/** Creates an element with attributes and content. Texts are never markup. */
export function create<K extends keyof HTMLElementTagNameMap>(
  name: K, attributes: Readonly<Record<string, string>> = {}, ...content: readonly Content[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) { element.setAttribute(key, value); }
  element.append(...content);
  return element;
}

export function createButton(label: string, onClick: () => void, attributes: Readonly<Record<string, string>> = {}): HTMLButtonElement {
  const button = create('button', { type: 'button', ...attributes }, label);
  button.addEventListener('click', onClick);
  return button;
}

/** Returns the element with this id. */
export function find<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) { throw new Error(`the page has no element '${id}'`); }
  return element as T;
}

/** Fills a select with options: a value and a label each. */
export function fillSelect(select: HTMLSelectElement, options: readonly (readonly [value: string, label: string])[]): void {
  const { value } = select;
  select.replaceChildren(...options.map(([option, label]) => create('option', { value: option }, label)));
  if (options.some(([option]) => option === value)) { select.value = value; }
}
