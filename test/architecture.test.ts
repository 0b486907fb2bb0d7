import { readdirSync, readFileSync } from 'fs';
import { isBuiltin } from 'module';
import { join, posix } from 'path';
import * as ts from 'typescript';
import { findShortestCycles } from '../src/pod/cycles';

interface Layer {
  /** Other layers. */
  readonly layers: readonly string[];
  /** Single files of other layers. */
  readonly files?: RegExp;
  /** The packages with the allowed names. */
  readonly packages?: Readonly<Record<string, readonly string[]>>;
}

/** The allowed imports of each layer: a folder of src or tools. `tools` imports `src`, and never the other way. */
const ALLOWED: Readonly<Record<string, Layer>> = {
  'src/api': {
    layers: [],
    packages: {
      'cdk8s': ['Duration', 'Size'],
      'cdk8s-plus-27': ['Container', 'ContainerResources', 'CpuResources', 'EphemeralStorageResources', 'MemoryResources', 'EnvValue', 'IConfigMap'],
      'constructs': ['IConstruct'],
    },
  },
  // The agent layer reads the binaries of the package, and no other files.
  'src/agent': { layers: [], packages: { crypto: ['createHash'], fs: ['readFileSync'], path: ['join'] } },
  'src/images': { layers: ['src/api'] },
  'src/pod': {
    layers: ['src/api', 'src/agent', 'src/images'],
    packages: { 'crypto': ['createHash'], 'js-yaml': ['CORE_SCHEMA', 'load', 'YAMLException'] },
  },
  'src/planner': { layers: ['src/api', 'src/pod', 'src/agent'] },
  'src/emit': { layers: ['src/api', 'src/pod', 'src/agent'] },
  'src/policy': { layers: ['src/api', 'src/pod', 'src/agent'] },
  'src/engine': { layers: ['src/api', 'src/pod', 'src/planner', 'src/emit'] },
  'src/report': {
    layers: ['src/api', 'src/pod', 'src/agent'],
    files: /^src\/planner\/(graph\/edge|mechanisms(\/mechanism)?)$/,
    packages: { cdk8s: ['Duration'] },
  },
  'src/constructs': {
    layers: ['src/api', 'src/pod', 'src/agent', 'src/images', 'src/planner', 'src/emit', 'src/engine', 'src/policy', 'src/report'],
    packages: { 'cdk8s': ['*'], 'cdk8s-plus-27': ['*'], 'constructs': ['*'], 'fs': ['readFileSync'] },
  },
  'src/index': { layers: ['src/api', 'src/constructs'] },

  'tools/read': { layers: ['src/api', 'src/pod', 'src/agent', 'src/images', 'src/report'], packages: { 'cdk8s': ['Duration'], 'js-yaml': ['CORE_SCHEMA', 'load', 'Type', 'YAMLException'], 'unbash': ['*'] } },
  'tools/lint': { layers: ['src/api', 'src/pod', 'src/images', 'tools/read'] },
  'tools/live': { layers: ['src/api', 'src/agent', 'src/images', 'src/report', 'tools/read'], packages: { cdk8s: ['Duration'] } },
  'tools/pictures': { layers: ['src/api', 'src/report'] },
  // Reads files only through its caller.
  'tools/compose': { layers: ['src/api', 'src/images', 'src/pod', 'tools/order', 'tools/read'], packages: { unbash: ['*'] } },
  'tools/suggest': { layers: ['src/api', 'src/pod', 'tools/compose', 'tools/order', 'tools/read'] },
  // The command line and the playground use this layer.
  'tools/order': { layers: ['src/api', 'src/pod', 'src/emit', 'src/engine', 'src/images', 'tools/lint', 'tools/read'], packages: { 'js-yaml': ['load', 'LoadOptions'], 'yaml': ['*'] } },
  'tools/validation': { layers: ['src/api', 'src/pod', 'src/images', 'tools/lint'], packages: { fs: ['readFileSync'] } },
  // The only layer with access to the machine.
  'tools/cli': {
    layers: [
      'src/api', 'src/pod', 'src/images', 'src/policy', 'src/report',
      'tools/compose', 'tools/lint', 'tools/live', 'tools/order', 'tools/pictures', 'tools/read', 'tools/suggest',
    ],
    packages: {
      commander: ['AddHelpTextContext', 'Argument', 'Command', 'CommanderError', 'InvalidArgumentError', 'Option', 'OutputConfiguration'],
      child_process: ['spawn', 'spawnSync'],
      crypto: ['createHash'],
      fs: ['*'],
      path: ['*'],
      url: ['pathToFileURL'],
      tty: ['isatty'],
      util: ['styleText'],
    },
  },
  'tools/index': { layers: ['tools/cli', 'tools/validation'] },
};

/** Layers without access to the time and the machine: the same input gives the same output. */
const PURE = [
  ...['api', 'agent', 'images', 'pod', 'planner', 'emit', 'engine', 'policy', 'report'].map(layer => `src/${layer}`),
  ...['compose', 'lint', 'live', 'order', 'pictures', 'read', 'suggest'].map(layer => `tools/${layer}`),
];
const IMPURE_NAMES = /\b(process|console|globalThis|Math\.random|performance|setTimeout|require)\b\s*[.(]|\bimport\(/;
/** A date computed from another date is allowed. */
const CLOCK = /(?<!new )\bDate\s*\(|\bDate\.(?!parse\b|UTC\b)|\bnew Date\b(?!\(\w)/;
const IMPURE = new RegExp(`${IMPURE_NAMES.source}|${CLOCK.source}`);

const ROOT = join(__dirname, '..');
const readCode = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Import { readonly from: string; readonly names: readonly string[] }

const importsOf = (text: string): Import[] =>
  ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest).statements.flatMap((statement): Import[] => {
    if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) || !statement.moduleSpecifier) { return []; }
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    const whole = ts.isImportDeclaration(statement) && statement.importClause?.name ? ['*'] : [];
    const names = named && (ts.isNamedImports(named) || ts.isNamedExports(named)) ? named.elements.map(e => (e.propertyName ?? e.name).text) : ['*'];
    return [{ from: (statement.moduleSpecifier as ts.StringLiteral).text, names: [...whole, ...names] }];
  });

const layerOf = (file: string) => file.split('/').slice(0, 2).join('/').replace(/\.ts$/, '');

/** Returns the forbidden imports of a file. */
function violations(file: string, text: string): string[] {
  const layer = layerOf(file);
  const allowed = ALLOWED[layer];
  if (!allowed) { return [`${file}: no layer`]; }
  const wrong = importsOf(text).flatMap(({ from, names }) => {
    if (!from.startsWith('.')) {
      const known = allowed.packages?.[from] ?? [];
      return names.filter(name => !known.includes(name) && !known.includes('*')).map(name => `${file}: ${name} from ${from}`);
    }
    const target = posix.join(posix.dirname(file), from);
    const inside = layerOf(target);
    const isPrivate = layer === 'src/index' && target.includes('/private/');
    return !isPrivate && ([layer, ...allowed.layers].includes(inside) || allowed.files?.test(target)) ? [] : [`${file}: ${target}`];
  });
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  return [...wrong, ...PURE.includes(layer) && layer !== 'src/agent' && IMPURE.test(code) ? [`${file}: ${IMPURE.exec(code)![0]}`] : []];
}

const FILES = ['src', 'tools'].flatMap(root => (readdirSync(join(ROOT, root), { recursive: true }) as string[]).map(file => `${root}/${file.split('\\').join('/')}`))
  .filter(file => file.endsWith('.ts')).sort();

test('each file imports only what its layer allows', () => {
  expect(FILES.length).toBeGreaterThan(40);
  expect(FILES.flatMap(file => violations(file, readCode(file)))).toEqual([]);
});

test('no files import each other in a circle, type imports included', () => {
  const imports = (file: string) => importsOf(readCode(file)).filter(i => i.from.startsWith('.')).flatMap(({ from }) => {
    const target = posix.join(posix.dirname(file), from);
    return [`${target}.ts`, `${target}/index.ts`].find(found => FILES.includes(found)) ?? [];
  });
  const graph = new Map(FILES.map(file => [file, imports(file)]));
  expect([...graph.values()].flat().length).toBeGreaterThan(FILES.length);
  expect(findShortestCycles(graph)).toEqual([]);
});

test('the table contains exactly the layers of src and tools', () => {
  expect([...new Set(FILES.map(layerOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

/** scripts/playground.ts replaces these files. */
const REPLACED = ['src/agent/read-binary.ts', 'src/pod/sha256.ts'];

test('the layers of the playground import no module of Node, except the files that the bundle replaces', () => {
  const layers = PURE.filter(layer => layer !== 'src/policy');
  const imports = FILES.filter(file => layers.includes(layerOf(file)) && !REPLACED.includes(file))
    .flatMap(file => importsOf(readCode(file)).map(({ from }) => ({ file, from })));
  expect(imports.filter(({ from }) => isBuiltin(from))).toEqual([]);
});

test('only the validation, which the cdk8s CLI asks for, loads the tools from the library', () => {
  const loads = FILES.filter(file => file.startsWith('src/')).flatMap(file => [...readCode(file).matchAll(/\brequire\((.*?)\)/g)].map(([, path]) => `${file}: ${path}`));
  expect(loads).toEqual(["src/index.ts: '../bundle/startup-order'"]);
});

test('planPod decides without advice, which only a problem or a weak dependency needs', () => {
  const importing = (path: RegExp) => FILES.filter(file => importsOf(readCode(file)).some(({ from }) => path.test(from)));
  expect(importing(/\/advice\/(remedies|explain-conflicts)$/)).toEqual(['src/engine/order-pod.ts', 'src/planner/edges.ts']);
  expect(importing(/\/advice\//).filter(file => /^src\/planner\/(mechanisms|graph|schedule)\//.test(file))).toEqual([]);
});

test('the contract of the agent imports nothing', () => { expect(importsOf(readCode('src/agent/contract.ts'))).toEqual([]); });

test.each([
  ["import { OrderedPod } from '../constructs/ordered-workloads';", 'src/planner/x.ts', ['src/planner/x.ts: src/constructs/ordered-workloads']],
  ["import { MECHANISMS } from '../planner/mechanisms';", 'src/report/x.ts', []],
  ["import { ApiObject, Duration } from 'cdk8s';", 'src/api/x.ts', ['src/api/x.ts: ApiObject from cdk8s']],
  ["import * as kplus from 'cdk8s-plus-27';", 'src/api/x.ts', ['src/api/x.ts: * from cdk8s-plus-27']],
  ["import {\n  Container,\n  Pod,\n} from 'cdk8s-plus-27';", 'src/api/x.ts', ['src/api/x.ts: Pod from cdk8s-plus-27']],
  ["import type { Construct } from 'constructs';", 'src/engine/x.ts', ['src/engine/x.ts: Construct from constructs']],
  ["import 'node:process';", 'src/agent/x.ts', ['src/agent/x.ts: * from node:process']],
  ["export * from '../planner/plan';", 'src/report/x.ts', ['src/report/x.ts: src/planner/plan']],
  ["export * from './planner/plan';", 'src/index.ts', ['src/index.ts: src/planner/plan']],
  ["export * from './api/private/check';", 'src/index.ts', ['src/index.ts: src/api/private/check']],
  ['const now = new Date();', 'src/planner/x.ts', ['src/planner/x.ts: new Date']],
  ['const then = new Date(seconds * 1000), since = Date.parse(text);', 'src/planner/x.ts', []],
  ["const env = process.env['X'];", 'src/pod/x.ts', ['src/pod/x.ts: process.']],
  ["const fs = require('fs');", 'src/emit/x.ts', ['src/emit/x.ts: require(']],
  ["import { lint } from '../../tools/lint/lint';", 'src/constructs/x.ts', ['src/constructs/x.ts: tools/lint/lint']],
  ["import { planPod } from '../../src/planner/plan';", 'tools/read/x.ts', ['tools/read/x.ts: src/planner/plan']],
  ["import { parse } from '../order/parse-documents';", 'tools/read/x.ts', ['tools/read/x.ts: tools/order/parse-documents']],
  ['', 'src/judgement/x.ts', ['src/judgement/x.ts: no layer']],
  ["import { ApiObject as Duration } from 'cdk8s';", 'src/api/x.ts', ['src/api/x.ts: ApiObject from cdk8s']],
  ["const text = `import { x } from 'fs';`;", 'src/agent/x.ts', []],
  ["import { Edge } from '../graph/edge';\nimport { Check } from '../../api/private/check';", 'src/planner/mechanisms/x.ts', []],
])('the imports of %j in %s are judged by the table', (text, file, expected) => { expect(violations(file, text)).toEqual(expected); });
