import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme } from 'vitepress';

/** The package of the repository: scripts/check-links.ts uses the same anchors. */
const GithubSlugger = createRequire(import.meta.url)('github-slugger') as new () => { slug(heading: string): string };

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const DOCS = join(ROOT, 'docs');
const REPOSITORY = 'https://github.com/cdk8s-startup-order/cdk8s-startup-order';

/** The sections of docs/README.md, the index of the pages. */
function readSidebar(): DefaultTheme.SidebarItem[] {
  const sections = readFileSync(join(DOCS, 'README.md'), 'utf8').split(/^## /m).slice(1);
  return sections.map(section => ({
    text: section.split('\n')[0],
    items: [...section.matchAll(/^\s*- \[([^\]]+)\]\(([^)#:]+\.md)\)/gm)].map(([, text, file]) => ({ text: text.replace(/`/g, ''), link: `/${file.replace(/\.md$/, '')}` }))
      .filter(({ link }) => !link.startsWith('/..')),
  })).filter(({ items }) => items.length > 0);
}

/** Returns the link of the site for a link of a page: files outside docs, and files that are no pages, are files of the repository. */
function resolveLink(href: string, page: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) { return href; }
  const [path, anchor] = href.split('#');
  const target = posix.normalize(posix.join('docs', dirname(page), path));
  const isPage = target.startsWith('docs/') && !target.startsWith('docs/contributing/') && target.endsWith('.md');
  if (isPage) { return href; }
  const isFolder = !posix.extname(target) || path.endsWith('/');
  if (!existsSync(join(ROOT, target))) { throw new Error(`docs/${page}: there is no ${target}`); }
  return `${REPOSITORY}/${isFolder ? 'tree' : 'blob'}/main/${target}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Shows folds with these titles, one after the other, as tabs. GitHub shows them as folds. */
const TABS = ['YAML', 'cdk8s'];

interface Token {
  readonly type: string;
  content: string;
  readonly attrSet: (name: string, value: string) => void;
}

/** Gives a cell with a long text a width, otherwise a wide table has columns of one word instead of a scrollbar. */
function widenCells(tokens: readonly Token[]): void {
  tokens.forEach((token, i) => {
    if (token.type !== 'td_open') { return; }
    const characters = tokens[i + 1].content.replace(/\]\([^)]*\)/g, '').length;
    if (characters > 40) { token.attrSet('style', `min-width: ${Math.min(14, Math.max(9, characters / 10))}rem`); }
  });
}

function foldsToTabs(tokens: readonly Token[]): void {
  let groups = 0;
  let openTab: string | undefined;
  let foldsInTab = 0;
  for (const token of tokens.filter(({ type }) => type === 'html_block')) {
    const [, title] = /^<details[^>]*>\s*<summary>(.*)<\/summary>\s*$/.exec(token.content) ?? [];
    const isEnd = token.content.trim() === '</details>';
    if (title !== undefined && TABS.includes(title)) {
      const isFirst = title === TABS[0];
      groups += isFirst ? 1 : 0;
      const id = `tab-${groups}-${title}`;
      openTab = title;
      token.content = `${isFirst ? '<div class="tabs">' : ''}<input type="radio" name="tabs-${groups}" id="${id}" value="${title}"${isFirst ? ' checked' : ''}>`
        + `<label for="${id}">${title}</label><div class="tab">\n`;
    } else if (title !== undefined) {
      foldsInTab += 1;
    } else if (isEnd && foldsInTab > 0) {
      foldsInTab -= 1;
    } else if (isEnd && openTab !== undefined) {
      token.content = openTab === TABS[0] ? '</div>\n' : '</div></div>\n';
      openTab = undefined;
    }
  }
}

export default defineConfig({
  title: 'cdk8s-startup-order',
  description: 'depends_on for the containers of a Kubernetes pod',
  lang: 'en',
  base: '/cdk8s-startup-order/',
  srcDir: '../docs',
  // Pages for contributors are read in the repository.
  srcExclude: ['contributing/**'],
  outDir: './dist',
  cacheDir: './.vitepress/cache',
  cleanUrls: true,
  lastUpdated: false,
  // Log lines of examples contain such addresses.
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'README.md': 'index.md' },
  // The start page shows the example in the full width. Its list of pages replaces the navigation at the side.
  transformPageData: page => {
    if (page.filePath === 'README.md') {
      page.frontmatter = { ...page.frontmatter, pageClass: 'start', sidebar: false, aside: false, prev: false, next: false };
    }
  },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // The anchors of GitHub, where the pages have the same links.
    anchor: { slugify: heading => new GithubSlugger().slug(heading) },
    config: markdown => {
      // Only a fenced block scrolls, and an indented block would make the page wider.
      markdown.core.ruler.push('indented-code', state => {
        for (const token of state.tokens.filter(({ type }) => type === 'code_block')) { Object.assign(token, { type: 'fence', info: 'text' }); }
      });
      markdown.core.ruler.push('table-widths', state => widenCells(state.tokens));
      // A picture that scrolls on a phone needs the focus, for the arrow keys.
      markdown.core.ruler.push('pictures', state => {
        state.tokens.forEach((token, i) => {
          if (token.type === 'paragraph_open' && /^!\[[^\]]*\]\([^)]*\)$/.test(state.tokens[i + 1].content)) { token.attrSet('tabindex', '0'); }
        });
      });
      markdown.core.ruler.push('tabs', state => foldsToTabs(state.tokens));
      markdown.core.ruler.push('repository-links', state => {
        const page = relative(DOCS, state.env.realPath ?? state.env.path);
        for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null;
          if (href !== null) { token.attrSet('href', resolveLink(href, page)); }
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Tutorial', link: '/tutorial/first-ordered-pod' },
      { text: 'Playground', link: '/playground/', target: '_self' },
    ],
    sidebar: readSidebar(),
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    outline: [2, 3],
  },
});
