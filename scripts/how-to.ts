/** Fills the generated blocks of the recipes from the programs in examples/. */
import { join } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { airGap } from './how-to/air-gap';
import { dependencies } from './how-to/dependencies';
import { distroless } from './how-to/distroless';
import { helmChart } from './how-to/helm-chart';
import { jobs } from './how-to/jobs';
import { meshes } from './how-to/meshes';
import { migrateFromHooks } from './how-to/migrate-from-hooks';
import { platformTeams } from './how-to/platform-teams';
import { restrictedNamespace } from './how-to/restricted-namespace';

const PAGES: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'how-to/helm-chart': helmChart,
  'how-to/images': distroless,
  'how-to/jobs': jobs,
  'how-to/meshes': meshes,
  'how-to/migrate-from-hooks': migrateFromHooks,
  'how-to/platform-teams': platformTeams,
  'how-to/restricted': () => ({ ...restrictedNamespace(), ...airGap() }),
  'reference/dependencies': dependencies,
};

/** check-snippets compiles their programs, and a test parses the image file. */
const HAS_CODE_BY_HAND = ['how-to/images', 'how-to/platform-teams', 'reference/dependencies'];

/**
 * Fails on a hand-written code block. Only commands may be written by hand: generated blocks contain compiled code and
 * real output.
 */
function nothingByHand(text: string, page: string): string {
  const byHand = text.replace(/^<!-- begin ([^ ]+) -->\n[^]*?^<!-- end \1 -->$/gm, '');
  const [shown] = byHand.match(/^(?:```(?!sh$).+|<!-- (?:begin|end) .*)$/m) ?? [];
  if (shown !== undefined) {
    throw new Error(`docs/${page}.md: '${shown}' must be in a generated block`);
  }
  return text;
}

export function writeHowTo(): void {
  for (const [page, blocks] of Object.entries(PAGES)) {
    writeOrCheck(join(__dirname, '..', 'docs', `${page}.md`), before =>
      HAS_CODE_BY_HAND.includes(page)
        ? withBlocks(before, blocks())
        : nothingByHand(withBlocks(before, blocks()), page),
    );
  }
}
