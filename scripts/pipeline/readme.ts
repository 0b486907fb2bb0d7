/** Fills examples/pipeline/README.md with the output of its pipeline, without and with a finding. */
import { copyFileSync, rmSync } from 'fs';
import { join } from 'path';
import { EXAMPLE, outputs, pipelineApp, runPipeline, WAITS_FOR_ITSELF } from './app';
import { builtLibrary } from '../../test/built-library';
import { withBlocks, writeOrCheck } from '../generated-blocks';

/**
 * Shortens the report of the CLI to its four values: the report consists of frames, and contains the path of the
 * folder.
 */
function withoutFrames(out: string): string {
  return out.replace(/\nValidation Report [^]*?(?=Validations ended)/, report => {
    const rows = [...report.matchAll(/^║ (\w+) +│ (\w+) +║$/gm)]
      .filter(([, name]) => name !== 'Version')
      .map(([, name, value]) => `${name} ${value}`);
    return `… the report: ${rows.join(', ')} …\n`;
  });
}

const text = (lines: string) => `\`\`\`text\n${lines.trimEnd()}\n\`\`\``;

export async function writePipelineReadme(): Promise<void> {
  const app = pipelineApp(builtLibrary());
  try {
    const { out } = await runPipeline(app);
    copyFileSync(WAITS_FOR_ITSELF, join(app, 'manifests', 'reports.yaml'));
    const broken = outputs((await runPipeline(app)).out)[1];
    writeOrCheck(join(EXAMPLE, 'README.md'), before =>
      withBlocks(before, {
        'run': text(`$ ./pipeline.sh\n${withoutFrames(out)}`),
        'broken-run': text(`$ ${broken.command}\n${broken.output}`),
      }),
    );
  } finally {
    rmSync(app, { recursive: true });
  }
}
