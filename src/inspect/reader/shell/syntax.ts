import { Token, tokensOf, Unreadable, Word } from './tokens';

export type Node =
  | { readonly kind: 'command'; readonly words: readonly Word[]; readonly redirects: readonly string[] }
  | { readonly kind: 'pipe'; readonly parts: readonly Node[] }
  | { readonly kind: 'not'; readonly of: Node }
  | { readonly kind: 'chain'; readonly first: Node; readonly rest: readonly { readonly operator: '&&' | '||'; readonly node: Node }[] }
  | { readonly kind: 'list'; readonly items: readonly { readonly node: Node; readonly background: boolean }[] }
  | { readonly kind: 'loop'; readonly until: boolean; readonly condition: Node; readonly body: Node }
  | { readonly kind: 'for'; readonly variable: string; readonly words: readonly Word[]; readonly body: Node }
  | { readonly kind: 'if'; readonly branches: readonly { readonly condition?: Node; readonly body: Node }[] }
  | { readonly kind: 'case'; readonly bodies: readonly Node[] }
  | { readonly kind: 'function'; readonly name: string; readonly body: Node };

/** The text of the node in the script. */
export function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'command': return [];
    case 'pipe': return node.parts;
    case 'not': return [node.of];
    case 'chain': return [node.first, ...node.rest.map(({ node: next }) => next)];
    case 'list': return node.items.map(item => item.node);
    case 'loop': return [node.condition, node.body];
    case 'if': return node.branches.flatMap(({ condition, body }) => condition ? [condition, body] : [body]);
    case 'case': return node.bodies;
    case 'for':
    case 'function': return [node.body];
  }
}

const LONGEST_SCRIPT = 50_000;
const DEEPEST = 40;

/** `undefined`: the parser does not support the script. */
export function parseScript(script: string): Node | undefined {
  if (script.length > LONGEST_SCRIPT) { return undefined; }
  try {
    const parser = new Parser(tokensOf(script));
    return parser.wholeScript();
  } catch (error) {
    if (error instanceof Unreadable) { return undefined; }
    throw error;
  }
}

const CLOSERS = ['do', 'done', 'then', 'elif', 'else', 'fi', 'esac', '}'];

class Parser {
  private at = 0;
  private depth = 0;

  public constructor(private readonly tokens: readonly Token[]) {}

  public wholeScript(): Node {
    const list = this.list();
    if (this.at < this.tokens.length) { throw new Unreadable('rest'); }
    return list;
  }

  private list(): Node {
    if (++this.depth > DEEPEST) { throw new Unreadable('depth'); }
    const items: { node: Node; background: boolean }[] = [];
    this.skipSeparators();
    while (this.at < this.tokens.length && !this.closes()) {
      const node = this.chain();
      items.push({ node, background: this.isOperator('&') });
      if (this.isOperator('&') || this.isOperator(';')) { this.at++; } else if (!this.closes() && this.at < this.tokens.length) { throw new Unreadable('separator'); }
      this.skipSeparators();
    }
    this.depth--;
    return { kind: 'list', items };
  }

  private chain(): Node {
    const first = this.pipe();
    const rest: { operator: '&&' | '||'; node: Node }[] = [];
    while (this.isOperator('&&') || this.isOperator('||')) {
      const operator = this.isOperator('&&') ? '&&' as const : '||' as const;
      this.at++;
      this.skipSeparators();
      rest.push({ operator, node: this.pipe() });
    }
    return rest.length === 0 ? first : { kind: 'chain', first, rest };
  }

  private pipe(): Node {
    let not = false;
    while (this.takeKeyword('!')) { not = !not; }
    const parts = [this.command()];
    while (this.isOperator('|')) {
      this.at++;
      this.skipSeparators();
      parts.push(this.command());
    }
    const node: Node = parts.length === 1 ? parts[0] : { kind: 'pipe', parts };
    return not ? { kind: 'not', of: node } : node;
  }

  private command(): Node {
    const node = this.compound();
    if (!node) { return this.simple(); }
    // Redirections after `done`, `fi` or `}` do not affect waits.
    while (this.tokens[this.at]?.kind === 'redirect') { this.redirect(); }
    return node;
  }

  private compound(): Node | undefined {
    if (this.isOperator('(')) {
      this.at++;
      const list = this.list();
      this.expectOperator(')');
      return list;
    }
    if (this.takeKeyword('{')) { return this.until('}'); }
    if (this.takeKeyword('while')) { return this.loop(false); }
    if (this.takeKeyword('until')) { return this.loop(true); }
    if (this.takeKeyword('for')) { return this.forLoop(); }
    if (this.takeKeyword('if')) { return this.ifElse(); }
    if (this.takeKeyword('case')) { return this.caseOf(); }
    if (this.takeKeyword('function')) { return this.functionBody(this.word().text); }
    const name = this.keyword();
    if (name !== undefined && this.isOperator('(', 1) && this.isOperator(')', 2)) {
      this.at++;
      return this.functionBody(name);
    }
    return undefined;
  }

  private loop(until: boolean): Node {
    const condition = this.until('do');
    return { kind: 'loop', until, condition, body: this.until('done') };
  }

  private forLoop(): Node {
    const variable = this.word();
    const words: Word[] = variable.text.startsWith('((') ? [variable] : [];
    if (this.takeKeyword('in')) {
      while (this.tokens[this.at]?.kind === 'word') { words.push(this.word()); }
    }
    this.skipSeparators();
    if (!this.takeKeyword('do')) { throw new Unreadable('do'); }
    return { kind: 'for', variable: variable.text, words, body: this.until('done') };
  }

  private ifElse(): Node {
    const branches: { condition?: Node; body: Node }[] = [];
    for (;;) {
      const condition = this.until('then');
      const body = this.list();
      branches.push({ condition, body });
      if (this.takeKeyword('elif')) { continue; }
      if (this.takeKeyword('else')) { branches.push({ body: this.until('fi') }); } else if (!this.takeKeyword('fi')) { throw new Unreadable('fi'); }
      return { kind: 'if', branches };
    }
  }

  private caseOf(): Node {
    this.word();
    this.skipSeparators();
    if (!this.takeKeyword('in')) { throw new Unreadable('in'); }
    const bodies: Node[] = [];
    this.skipSeparators();
    while (!this.takeKeyword('esac')) {
      while (!this.isOperator(')')) {
        if (this.at >= this.tokens.length) { throw new Unreadable('case'); }
        this.at++;
      }
      this.at++;
      bodies.push(this.list());
      if (this.isOperator(';;')) { this.at++; }
      this.skipSeparators();
    }
    return { kind: 'case', bodies };
  }

  private functionBody(name: string): Node {
    if (this.isOperator('(')) {
      this.at++;
      this.expectOperator(')');
    }
    this.skipSeparators();
    const isSubshell = this.isOperator('(');
    if (!isSubshell && this.keyword() !== '{') { throw new Unreadable('function'); }
    return { kind: 'function', name, body: this.compound()! };
  }

  private simple(): Node {
    const words: Word[] = [];
    const redirects: string[] = [];
    const isTest = this.keyword() === '[[';
    for (;;) {
      const token = this.tokens[this.at];
      if (token === undefined) { break; }
      if (token.kind === 'redirect' && !isTest) {
        redirects.push(this.redirect());
      } else if (token.kind === 'word') {
        words.push(this.word());
        if (isTest && token.word.text === ']]') { break; }
      } else if (isTest) {
        this.at++;
        words.push({ text: token.text, substitutions: [], plain: true });
      } else {
        break;
      }
    }
    if (words.length === 0 && redirects.length === 0) { throw new Unreadable('command'); }
    return { kind: 'command', words, redirects };
  }

  /** The file of the redirection. */
  private redirect(): string {
    this.at++;
    return this.word().text;
  }

  /** Parses a list and the keyword after it. */
  private until(keyword: string): Node {
    const list = this.list();
    if (!this.takeKeyword(keyword)) { throw new Unreadable(keyword); }
    return list;
  }

  private word(): Word {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word') { throw new Unreadable('word'); }
    this.at++;
    return token.word;
  }

  private keyword(): string | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'word' && token.word.plain ? token.word.text : undefined;
  }

  private takeKeyword(text: string): boolean {
    if (this.keyword() !== text) { return false; }
    this.at++;
    return true;
  }

  private isOperator(text: string, ahead = 0): boolean {
    const token = this.tokens[this.at + ahead];
    return token?.kind === 'operator' && token.text === text;
  }

  private expectOperator(text: string): void {
    if (!this.isOperator(text)) { throw new Unreadable(text); }
    this.at++;
  }

  private closes(): boolean {
    const keyword = this.keyword();
    return (keyword !== undefined && CLOSERS.includes(keyword)) || this.isOperator(')') || this.isOperator(';;');
  }

  private skipSeparators(): void {
    while (this.isOperator(';')) { this.at++; }
  }
}
