/** Fills the generated blocks of docs/how-to from the programs in examples/. */
import { join } from 'path';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { airGap } from './how-to/air-gap';
import { distroless } from './how-to/distroless';
import { helmChart } from './how-to/helm-chart';
import { jobs } from './how-to/jobs';
import { meshes } from './how-to/meshes';
import { migrateFromHooks } from './how-to/migrate-from-hooks';
import { restrictedNamespace } from './how-to/restricted-namespace';

const PAGES: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'helm-chart': helmChart,
  'images': distroless,
  'jobs': jobs,
  'meshes': meshes,
  'migrate-from-hooks': migrateFromHooks,
  'restricted': () => ({ ...restrictedNamespace(), ...airGap() }),
};

/** Its test parses the image file that it shows. */
const HAS_CODE_BY_HAND = ['images'];

/**
 * Fails on a hand-written code block. Only commands may be written by hand: generated blocks contain compiled code and
 * real output.
 */
function nothingByHand(text: string, page: string): string {
  const byHand = text.replace(/^<!-- begin ([^ ]+) -->\n[^]*?^<!-- end \1 -->$/gm, '');
  const [shown] = byHand.match(/^(?:```(?!sh$).+|<!-- (?:begin|end) .*)$/m) ?? [];
  if (shown !== undefined) {
    throw new Error(`docs/how-to/${page}.md: '${shown}' must be in a generated block`);
  }
  return text;
}

export function writeHowTo(): void {
  for (const [page, blocks] of Object.entries(PAGES)) {
    writeOrCheck(join(__dirname, '..', 'docs', 'how-to', `${page}.md`), before =>
      HAS_CODE_BY_HAND.includes(page)
        ? withBlocks(before, blocks())
        : nothingByHand(withBlocks(before, blocks()), page),
    );
  }
}
