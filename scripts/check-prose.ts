/**
 * Fails if a page, a comment in TypeScript, C, Go or shell, a test title, or a text of the library contains a phrase of
 * PHRASES. Code, links and headings are not checked.
 */
import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';
import { join } from 'path';
import { TextlintKernel, TextlintKernelOptions } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..');

/** Phrases without a noun, or with a person for a thing, and the advice for each. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:no|some|every|any)body\b/gi, 'name the container, process, user or tool'],
  [/\b(?:who|what|which|where)ever\b/gi, 'name the noun, or use "any" or "each"'],
  [/\b(?:ones? that|those (?:that|of)|one of those|of (?:which|those|whom))\b/gi, 'repeat the noun'],
  [/(?<=^|[.:;] )What [a-z][^?\n]*$/gm, 'begin the sentence with a noun'],
  [/\b(?:stands? (?:in|on|behind|before|first|last)|in front of)\b/gi, 'use "is", "before" or "after"'],
  [/\b(?:is|are|was|were|be) said\b/gi, 'use "specify", "report", "return" or "print"'],
  [/\bthat (?:is|are) none\b/gi, 'use "invalid"'],
  [/\bfor ever\b/gi, 'use "forever"'],
];

/** Source files whose comments and test titles are checked. */
const SOURCES = /^(?:agent|conformance|examples|scripts|site|src|test)\/.*\.(?:ts|c|h|go|sh)$/;
/** API.md repeats the docstrings. */
const EXCLUDED = /^(?:API\.md|scripts\/check-prose\.ts)$/;

const options: Omit<TextlintKernelOptions, 'ext'> = {
  plugins: [{ pluginId: 'markdown', plugin: markdown }],
  rules: [
    {
      ruleId: 'plain-words',
      rule: ({ Syntax, RuleError, report, getSource, locator }) => ({
        [Syntax.Str](node) {
          if (node.parent?.type === Syntax.Header) {
            return;
          }
          for (const [pattern, advice] of PHRASES) {
            for (const match of getSource(node).matchAll(pattern)) {
              report(
                node,
                new RuleError(`"${match[0]}": ${advice}`, {
                  padding: locator.range([match.index, match.index + match[0].length]),
                }),
              );
            }
          }
        },
      }),
    },
  ],
};

const COMMENT = /\/\*\*?([^]*?)\*\/|(?<![:'"`])\/\/(.*)|\b(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])(.*?)\3/g;
const SHELL_COMMENT = /(?:^|[ \t])#(?!!)(.*)$/gm;

/**
 * The comments, test titles and texts of a source file as Markdown, each on its own line. All other lines are empty.
 */
function proseOf(file: string, source: string): string {
  const lines: string[] = source.split('\n').map(() => '');
  for (const match of source.matchAll(file.endsWith('.sh') ? SHELL_COMMENT : COMMENT)) {
    const first = source.slice(0, match.index).split('\n').length - 1;
    (match[1] ?? match[2] ?? match[4]).split('\n').forEach((line, i) => {
      lines[first + i] += line.replace(/^\s*\*?\s*/, '');
    });
  }
  if (/^src\/.*\.ts$/.test(file)) {
    addTexts(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), lines);
  }
  return lines.join('\n');
}

/** Adds the strings with several words: messages, help and descriptions. */
function addTexts(file: ts.SourceFile, lines: string[]): void {
  const visit = (node: ts.Node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    const { text } = node as ts.LiteralLikeNode;
    if (isText && text.split(' ').length > 2) {
      lines[file.getLineAndCharacterOfPosition(node.getStart(file)).line] += ` ${text.replace(/\s+/g, ' ')}`;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** Fails if a text contains one of the phrases. */
export async function checkProse(): Promise<void> {
  const files = execFileSync(
    'git',
    ['ls-files', '--', '*.md', ...['ts', 'c', 'h', 'go', 'sh'].map(ext => `*.${ext}`)],
    { cwd: ROOT, encoding: 'utf8' },
  )
    .split('\n')
    .filter(file => (file.endsWith('.md') || SOURCES.test(file)) && !EXCLUDED.test(file));
  const kernel = new TextlintKernel();
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const { messages } = await kernel.lintText(file.endsWith('.md') ? text : proseOf(file, text), {
      ...options,
      ext: '.md',
      filePath: file,
    });
    for (const { line, column, message } of messages) {
      console.error(`${file}:${line}:${column}: ${message}`);
      process.exitCode = 1;
    }
  }
}
