import { basename, dirname, join } from 'path';
import MarkdownIt from 'markdown-it';
import * as ts from 'typescript';

const MARKDOWN = new MarkdownIt();

export interface Snippet {
  readonly page: string;
  /** The first line of code, from 0. */
  readonly line: number;
  /** The folder of the snippet: the value of `in=` in the info string, or the folder of the page. */
  readonly folder: string;
  readonly code: string;
}

/** Returns the TypeScript blocks of a page. */
export function snippetsIn(page: string, text: string): Snippet[] {
  return MARKDOWN.parse(text, {})
    .filter(token => token.type === 'fence' && /^(ts|typescript)\b/.test(token.info))
    .map(({ content, map, info }) => ({
      page,
      line: map![0] + 1,
      folder: /\bin=(\S+)/.exec(info)?.[1] ?? dirname(page),
      code: content,
    }));
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  esModuleInterop: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  types: ['node', 'jest'],
};

/**
 * Compiles each snippet as a module in its folder, with the packages of the root. Returns the errors by page and line.
 */
export function wrongSnippets(root: string, snippets: readonly Snippet[]): string[] {
  const files = new Map(
    snippets.map(snippet => [join(root, snippet.folder, `${basename(snippet.page)}.${snippet.line}.ts`), snippet]),
  );
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  const codeOf = (file: string) => (files.has(file) ? `${files.get(file)!.code}\nexport {};\n` : undefined);
  host.fileExists = file => files.has(file) || fileExists(file);
  host.readFile = file => codeOf(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const code = codeOf(file);
    return code === undefined ? getSourceFile(file, version, ...rest) : ts.createSourceFile(file, code, version);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    const snippet = file && files.get(file.fileName);
    return snippet
      ? `${snippet.page}:${snippet.line + file.getLineAndCharacterOfPosition(start ?? 0).line + 1}: ${text}`
      : text;
  });
}
