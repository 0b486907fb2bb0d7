/** Compiles TypeScript for jest with esbuild, without types: `npm test` checks them once, with tsc. */
const { createHash } = require('crypto');
const { transformSync, version } = require('esbuild');

const OPTIONS = { loader: 'ts', format: 'cjs', target: 'node20', sourcemap: 'external', tsconfigRaw: '{}' };

module.exports = {
  getCacheKey: (source, path) => createHash('sha256').update(JSON.stringify([version, OPTIONS, path, source])).digest('hex'),
  process(source, path) {
    const { code, map } = transformSync(source, { ...OPTIONS, sourcefile: path });
    return { code, map };
  },
};
