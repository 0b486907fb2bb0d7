import { join } from 'path';
import { snippetsIn, wrongSnippets } from '../../scripts/snippets';

const ROOT = join(__dirname, '..', '..');
const page = (code: string, words = 'nofixture') => `# A page\n\nSome words.\n\n\`\`\`ts ${words}\n${code}\n\`\`\`\n\n\`\`\`yaml\na: 1\n\`\`\`\n`;

test('a snippet is the text between the fences, at the line of its first word', () => {
  expect(snippetsIn('docs/a.md', page('const a = 1;'))).toEqual([{ page: 'docs/a.md', line: 5, folder: 'docs', code: 'const a = 1;\n' }]);
});

test('snippets that do not compile are reported with page and line', () => {
  const snippets = [
    ...snippetsIn('docs/right.md', page('import { App } from \'cdk8s\';\n\nconst app: App = new App();')),
    ...snippetsIn('docs/wrong.md', page('import { App } from \'cdk8s\';\n\nnew App().synthesize();')),
  ];
  expect(wrongSnippets(ROOT, snippets)).toEqual(['docs/wrong.md:8: Property \'synthesize\' does not exist on type \'App\'.']);
});

test('a snippet in another folder imports from that folder', () => {
  const code = 'import { StartupOrder } from \'./startup-order\';\n\nconsole.log(StartupOrder.name);';
  expect(wrongSnippets(ROOT, snippetsIn('docs/a.md', page(code, 'in=src/constructs')))).toEqual([]);
  expect(wrongSnippets(ROOT, snippetsIn('docs/a.md', page(code)))).toEqual([expect.stringMatching(/^docs\/a\.md:6: Cannot find module/)]);
});
