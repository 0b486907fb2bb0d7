import { Token, tokenize, UnsupportedScript, Word } from './tokens';

export type ShellNode =
  | { readonly kind: 'command'; readonly words: readonly Word[]; readonly redirects: readonly string[] }
  | { readonly kind: 'pipe'; readonly parts: readonly ShellNode[] }
  | { readonly kind: 'not'; readonly of: ShellNode }
  | { readonly kind: 'chain'; readonly first: ShellNode; readonly rest: readonly { readonly operator: '&&' | '||'; readonly node: ShellNode }[] }
  | { readonly kind: 'list'; readonly items: readonly { readonly node: ShellNode; readonly background: boolean }[] }
  | { readonly kind: 'loop'; readonly until: boolean; readonly condition: ShellNode; readonly body: ShellNode }
  | { readonly kind: 'for'; readonly variable: string; readonly words: readonly Word[]; readonly body: ShellNode }
  | { readonly kind: 'if'; readonly branches: readonly { readonly condition?: ShellNode; readonly body: ShellNode }[] }
  | { readonly kind: 'case'; readonly bodies: readonly ShellNode[] }
  | { readonly kind: 'function'; readonly name: string; readonly body: ShellNode };

/** Returns the direct parts of a node, in the order of the script. */
export function getParts(node: ShellNode): readonly ShellNode[] {
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
const DEEPEST_SYNTAX = 40;

/** `undefined`: the parser does not support the script. */
export function parseScript(script: string): ShellNode | undefined {
  if (script.length > LONGEST_SCRIPT) { return undefined; }
  try {
    const parser = new Parser(tokenize(script));
    return parser.parseWholeScript();
  } catch (error) {
    if (error instanceof UnsupportedScript) { return undefined; }
    throw error;
  }
}

const CLOSERS = ['do', 'done', 'then', 'elif', 'else', 'fi', 'esac', '}'];

class Parser {
  private at = 0;
  private depth = 0;

  public constructor(private readonly tokens: readonly Token[]) {}

  public parseWholeScript(): ShellNode {
    const list = this.parseList();
    if (this.at < this.tokens.length) { throw new UnsupportedScript('rest'); }
    return list;
  }

  private parseList(): ShellNode {
    if (++this.depth > DEEPEST_SYNTAX) { throw new UnsupportedScript('depth'); }
    const items: { node: ShellNode; background: boolean }[] = [];
    this.skipSeparators();
    while (this.at < this.tokens.length && !this.isAtCloser()) {
      const node = this.parseChain();
      items.push({ node, background: this.isOperator('&') });
      if (this.isOperator('&') || this.isOperator(';')) { this.at++; } else if (!this.isAtCloser() && this.at < this.tokens.length) { throw new UnsupportedScript('separator'); }
      this.skipSeparators();
    }
    this.depth--;
    return { kind: 'list', items };
  }

  private parseChain(): ShellNode {
    const first = this.parsePipe();
    const rest: { operator: '&&' | '||'; node: ShellNode }[] = [];
    while (this.isOperator('&&') || this.isOperator('||')) {
      const operator = this.isOperator('&&') ? '&&' as const : '||' as const;
      this.at++;
      this.skipSeparators();
      rest.push({ operator, node: this.parsePipe() });
    }
    return rest.length === 0 ? first : { kind: 'chain', first, rest };
  }

  private parsePipe(): ShellNode {
    let not = false;
    while (this.takeKeyword('!')) { not = !not; }
    const parts = [this.parseCommand()];
    while (this.isOperator('|')) {
      this.at++;
      this.skipSeparators();
      parts.push(this.parseCommand());
    }
    const node: ShellNode = parts.length === 1 ? parts[0] : { kind: 'pipe', parts };
    return not ? { kind: 'not', of: node } : node;
  }

  private parseCommand(): ShellNode {
    const node = this.parseCompound();
    if (!node) { return this.parseSimple(); }
    // Redirections after `done`, `fi` or `}` do not affect waits.
    while (this.tokens[this.at]?.kind === 'redirect') { this.parseRedirect(); }
    return node;
  }

  private parseCompound(): ShellNode | undefined {
    if (this.isOperator('(')) {
      this.at++;
      const list = this.parseList();
      this.expectOperator(')');
      return list;
    }
    if (this.takeKeyword('{')) { return this.parseUntil('}'); }
    if (this.takeKeyword('while')) { return this.parseLoop(false); }
    if (this.takeKeyword('until')) { return this.parseLoop(true); }
    if (this.takeKeyword('for')) { return this.parseFor(); }
    if (this.takeKeyword('if')) { return this.parseIf(); }
    if (this.takeKeyword('case')) { return this.parseCase(); }
    if (this.takeKeyword('function')) { return this.parseFunction(this.takeWord().text); }
    const name = this.peekKeyword();
    if (name !== undefined && this.isOperator('(', 1) && this.isOperator(')', 2)) {
      this.at++;
      return this.parseFunction(name);
    }
    return undefined;
  }

  private parseLoop(until: boolean): ShellNode {
    const condition = this.parseUntil('do');
    return { kind: 'loop', until, condition, body: this.parseUntil('done') };
  }

  private parseFor(): ShellNode {
    const variable = this.takeWord();
    const words: Word[] = variable.text.startsWith('((') ? [variable] : [];
    if (this.takeKeyword('in')) {
      while (this.tokens[this.at]?.kind === 'word') { words.push(this.takeWord()); }
    }
    this.skipSeparators();
    if (!this.takeKeyword('do')) { throw new UnsupportedScript('do'); }
    return { kind: 'for', variable: variable.text, words, body: this.parseUntil('done') };
  }

  private parseIf(): ShellNode {
    const branches: { condition?: ShellNode; body: ShellNode }[] = [];
    for (;;) {
      const condition = this.parseUntil('then');
      const body = this.parseList();
      branches.push({ condition, body });
      if (this.takeKeyword('elif')) { continue; }
      if (this.takeKeyword('else')) { branches.push({ body: this.parseUntil('fi') }); } else if (!this.takeKeyword('fi')) { throw new UnsupportedScript('fi'); }
      return { kind: 'if', branches };
    }
  }

  private parseCase(): ShellNode {
    this.takeWord();
    this.skipSeparators();
    if (!this.takeKeyword('in')) { throw new UnsupportedScript('in'); }
    const bodies: ShellNode[] = [];
    this.skipSeparators();
    while (!this.takeKeyword('esac')) {
      while (!this.isOperator(')')) {
        if (this.at >= this.tokens.length) { throw new UnsupportedScript('case'); }
        this.at++;
      }
      this.at++;
      bodies.push(this.parseList());
      if (this.isOperator(';;')) { this.at++; }
      this.skipSeparators();
    }
    return { kind: 'case', bodies };
  }

  private parseFunction(name: string): ShellNode {
    if (this.isOperator('(')) {
      this.at++;
      this.expectOperator(')');
    }
    this.skipSeparators();
    const isSubshell = this.isOperator('(');
    if (!isSubshell && this.peekKeyword() !== '{') { throw new UnsupportedScript('function'); }
    return { kind: 'function', name, body: this.parseCompound()! };
  }

  private parseSimple(): ShellNode {
    const words: Word[] = [];
    const redirects: string[] = [];
    const isTest = this.peekKeyword() === '[[';
    for (;;) {
      const token = this.tokens[this.at];
      if (token === undefined) { break; }
      if (token.kind === 'redirect' && !isTest) {
        redirects.push(this.parseRedirect());
      } else if (token.kind === 'word') {
        words.push(this.takeWord());
        if (isTest && token.word.text === ']]') { break; }
      } else if (isTest) {
        this.at++;
        words.push({ text: token.text, substitutions: [], plain: true });
      } else {
        break;
      }
    }
    if (words.length === 0 && redirects.length === 0) { throw new UnsupportedScript('command'); }
    return { kind: 'command', words, redirects };
  }

  /** The file of the redirection. */
  private parseRedirect(): string {
    this.at++;
    return this.takeWord().text;
  }

  /** Parses a list and the keyword after it. */
  private parseUntil(keyword: string): ShellNode {
    const list = this.parseList();
    if (!this.takeKeyword(keyword)) { throw new UnsupportedScript(keyword); }
    return list;
  }

  private takeWord(): Word {
    const token = this.tokens[this.at];
    if (token?.kind !== 'word') { throw new UnsupportedScript('word'); }
    this.at++;
    return token.word;
  }

  private peekKeyword(): string | undefined {
    const token = this.tokens[this.at];
    return token?.kind === 'word' && token.word.plain ? token.word.text : undefined;
  }

  private takeKeyword(text: string): boolean {
    if (this.peekKeyword() !== text) { return false; }
    this.at++;
    return true;
  }

  private isOperator(text: string, ahead = 0): boolean {
    const token = this.tokens[this.at + ahead];
    return token?.kind === 'operator' && token.text === text;
  }

  private expectOperator(text: string): void {
    if (!this.isOperator(text)) { throw new UnsupportedScript(text); }
    this.at++;
  }

  private isAtCloser(): boolean {
    const keyword = this.peekKeyword();
    return (keyword !== undefined && CLOSERS.includes(keyword)) || this.isOperator(')') || this.isOperator(';;');
  }

  private skipSeparators(): void {
    while (this.isOperator(';')) { this.at++; }
  }
}
