import { readdirSync, readFileSync } from 'fs';
import { isBuiltin } from 'module';
import { join, posix } from 'path';
import * as ts from 'typescript';
import { findShortestCycles } from '../src/pod/cycles';

/** The allowed imports: for each layer the other layers, single files of other layers, and the packages with the allowed names. */
const ALLOWED: Readonly<Record<string, { layers: readonly string[]; files?: RegExp; packages?: Readonly<Record<string, readonly string[]>> }>> = {
  api: { layers: [], packages: { 'cdk8s': ['Duration', 'Size'], 'cdk8s-plus-27': ['Container', 'ContainerResources', 'CpuResources', 'EphemeralStorageResources', 'MemoryResources', 'EnvValue', 'IConfigMap', 'Job', 'Service'] } },
  // The agent layer reads the binaries of the package, and no other files.
  agent: { layers: [], packages: { crypto: ['createHash'], fs: ['readFileSync'], path: ['join'] } },
  images: { layers: ['api'] },
  // Reads files only through its caller.
  compose: {
    layers: ['api', 'images', 'pod'],
    packages: { path: ['posix'], yaml: ['Document', 'isAlias', 'isCollection', 'isMap', 'isNode', 'isScalar', 'LineCounter', 'Node', 'Pair', 'parseAllDocuments', 'visit'] },
  },
  pod: { layers: ['api', 'agent', 'images'], packages: { crypto: ['createHash'], yaml: ['Document', 'isCollection', 'Lexer', 'parseDocument', 'visit'] } },
  planner: { layers: ['api', 'pod', 'agent'] },
  emit: { layers: ['api', 'pod', 'agent'], files: /^planner\/mechanisms\/[^/]+\/emit$/ },
  policy: { layers: ['api', 'pod', 'agent'] },
  engine: { layers: ['api', 'pod', 'planner', 'emit'] },
  declarations: { layers: ['api', 'pod', 'images'] },
  report: { layers: ['api', 'pod', 'agent'], files: /^planner\/mechanisms(\/mechanism)?$/, packages: { 'cdk8s': ['Duration'], '@dagrejs/dagre': ['graphlib', 'layout'] } },
  inspect: { layers: ['api', 'pod', 'agent', 'images', 'report'], packages: { cdk8s: ['Duration'] } },
  // Manifests as text: reads them, and writes them in order. The command line and the playground use this layer.
  manifests: {
    layers: ['api', 'pod', 'declarations', 'emit', 'engine', 'images', 'inspect'],
    packages: { yaml: ['Document', 'isAlias', 'isCollection', 'isMap', 'isNode', 'isScalar', 'isSeq', 'LineCounter', 'Node', 'Pair', 'parseDocument', 'visit'] },
  },
  constructs: {
    layers: ['api', 'pod', 'agent', 'images', 'planner', 'emit', 'engine', 'policy', 'report'],
    packages: { 'cdk8s': ['*'], 'cdk8s-plus-27': ['*'], 'constructs': ['*'], 'fs': ['readFileSync'] },
  },
  // The only layer with access to the machine.
  cli: {
    layers: ['api', 'pod', 'compose', 'declarations', 'emit', 'engine', 'images', 'inspect', 'manifests', 'policy', 'report'],
    packages: {
      commander: ['Command', 'CommanderError', 'InvalidArgumentError', 'Option'],
      yaml: ['*'],
      child_process: ['execFile', 'execFileSync'],
      crypto: ['createHash'],
      http: ['*'],
      https: ['*'],
      net: ['BlockList', 'isIP'],
      stream: ['Duplex'],
      tls: ['connect'],
      os: ['homedir'],
      zlib: ['createGunzip'],
      fs: ['*'],
      path: ['*'],
      url: ['pathToFileURL'],
      util: ['parseEnv'],
    },
  },
  validation: { layers: ['api', 'pod', 'images', 'inspect'], packages: { fs: ['readFileSync'] } },
  index: { layers: ['api', 'constructs', 'validation'] },
};

/** Layers without access to the time and the machine: the same input gives the same output. */
const PURE = ['api', 'agent', 'images', 'compose', 'pod', 'planner', 'emit', 'engine', 'policy', 'declarations', 'report', 'inspect', 'manifests'];
const IMPURE_NAMES = /\b(process|console|globalThis|Math\.random|performance|setTimeout|require)\b\s*[.(]|\bimport\(/;
/** A date computed from another date is allowed. */
const CLOCK = /(?<!new )\bDate\s*\(|\bDate\.(?!parse\b|UTC\b)|\bnew Date\b(?!\(\w)/;
const IMPURE = new RegExp(`${IMPURE_NAMES.source}|${CLOCK.source}`);

const SRC = join(__dirname, '..', 'src');

interface Import {
  readonly from: string;
  readonly names: readonly string[];
}

function importsOf(text: string): Import[] {
  return ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest).statements.flatMap((statement): Import[] => {
    if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) || !statement.moduleSpecifier) { return []; }
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    const whole = ts.isImportDeclaration(statement) && statement.importClause?.name ? ['*'] : [];
    const names = named && (ts.isNamedImports(named) || ts.isNamedExports(named)) ? named.elements.map(e => (e.propertyName ?? e.name).text) : ['*'];
    return [{ from: (statement.moduleSpecifier as ts.StringLiteral).text, names: [...whole, ...names] }];
  });
}

const layerOf = (file: string) => file.split('/')[0].replace(/\.ts$/, '');

/** Returns the forbidden imports of a file; `file` is the path below src. */
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
    const isPrivate = layer === 'index' && target.includes('/private/');
    const layers = /^planner\/mechanisms\/[^/]+\/emit\.ts$/.test(file) ? ALLOWED.emit.layers : [layer, ...allowed.layers];
    return !isPrivate && (layers.includes(inside) || allowed.files?.test(target)) ? [] : [`${file}: ${target}`];
  });
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
  return [...wrong, ...PURE.includes(layer) && layer !== 'agent' && IMPURE.test(code) ? [`${file}: ${IMPURE.exec(code)![0]}`] : []];
}

const FILES = (readdirSync(SRC, { recursive: true }) as string[]).filter(file => file.endsWith('.ts')).map(file => file.split('\\').join('/')).sort();

test('each file imports only what its layer allows', () => {
  expect(FILES.length).toBeGreaterThan(40);
  expect(FILES.flatMap(file => violations(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
});

test('no files import each other in a circle, type imports included', () => {
  const indexOf = new Map(FILES.map((file, i) => [file, i]));
  const imports = (file: string) => importsOf(readFileSync(join(SRC, file), 'utf8')).filter(i => i.from.startsWith('.')).flatMap(({ from }) => {
    const target = posix.join(posix.dirname(file), from);
    return indexOf.get(`${target}.ts`) ?? indexOf.get(`${target}/index.ts`) ?? [];
  });
  const graph = FILES.map(imports);
  expect(graph.flat().length).toBeGreaterThan(FILES.length);
  expect(findShortestCycles(FILES, graph)).toEqual([]);
});

test('the table contains exactly the layers of src', () => {
  expect([...new Set(FILES.map(layerOf))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

/** scripts/playground.ts replaces these files. */
const REPLACED = ['agent/read-binary.ts', 'pod/sha256.ts'];

test('the layers of the playground import no module of Node, except the files that the bundle replaces', () => {
  const layers = ['api', 'agent', 'images', 'pod', 'planner', 'emit', 'engine', 'declarations', 'report', 'inspect', 'manifests'];
  const imports = FILES.filter(file => layers.includes(layerOf(file)) && !REPLACED.includes(file))
    .flatMap(file => importsOf(readFileSync(join(SRC, file), 'utf8')).map(({ from }) => ({ file, from })));
  expect(imports.filter(({ from }) => isBuiltin(from))).toEqual([]);
});

test('the contract of the agent imports nothing', () => {
  expect(importsOf(readFileSync(join(SRC, 'agent/contract.ts'), 'utf8'))).toEqual([]);
});

test.each([
  ["import { OrderedPod } from '../constructs/ordered-pod';", 'planner/x.ts', ['planner/x.ts: constructs/ordered-pod']],
  ["import { schedule } from '../planner/schedule';", 'pod/x.ts', ['pod/x.ts: planner/schedule']],
  ["import { planPod } from '../planner/plan';", 'emit/x.ts', ['emit/x.ts: planner/plan']],
  ["import { writeGuard } from '../planner/mechanisms/guarded-hook/emit';", 'emit/x.ts', []],
  ["import { planGates } from './plan';", 'planner/mechanisms/entrypoint-gate/emit.ts', ['planner/mechanisms/entrypoint-gate/emit.ts: planner/mechanisms/entrypoint-gate/plan']],
  ["import { MECHANISMS } from '../planner/mechanisms';", 'report/x.ts', []],
  ["import { Duration } from 'cdk8s';", 'planner/x.ts', ['planner/x.ts: Duration from cdk8s']],
  ["import { ApiObject, Duration } from 'cdk8s';", 'api/x.ts', ['api/x.ts: ApiObject from cdk8s']],
  ["import * as kplus from 'cdk8s-plus-27';", 'api/x.ts', ['api/x.ts: * from cdk8s-plus-27']],
  ["import {\n  Container,\n  Pod,\n} from 'cdk8s-plus-27';", 'api/x.ts', ['api/x.ts: Pod from cdk8s-plus-27']],
  ["import type { Construct } from 'constructs';", 'engine/x.ts', ['engine/x.ts: Construct from constructs']],
  ["import { readFileSync } from 'fs';", 'emit/x.ts', ['emit/x.ts: readFileSync from fs']],
  ["import 'node:process';", 'agent/x.ts', ['agent/x.ts: * from node:process']],
  ["export * from '../planner/plan';", 'report/x.ts', ['report/x.ts: planner/plan']],
  ["export * from './planner/plan';", 'index.ts', ['index.ts: planner/plan']],
  ["export * from './api/private/check';", 'index.ts', ['index.ts: api/private/check']],
  ["import { stringify } from 'yaml';", 'pod/x.ts', ['pod/x.ts: stringify from yaml']],
  ['const now = Date.now();', 'planner/x.ts', ['planner/x.ts: Date.']],
  ['const now = new Date();', 'planner/x.ts', ['planner/x.ts: new Date']],
  ['const then = new Date(seconds * 1000), since = Date.parse(text);', 'planner/x.ts', []],
  ["const env = process.env['X'];", 'pod/x.ts', ['pod/x.ts: process.']],
  ["const fs = require('fs');", 'emit/x.ts', ['emit/x.ts: require(']],
  ['', 'judgement/x.ts', ['judgement/x.ts: no layer']],
  ["import { ApiObject as Duration } from 'cdk8s';", 'api/x.ts', ['api/x.ts: ApiObject from cdk8s']],
  ["const text = `import { x } from 'fs';`;", 'agent/x.ts', []],
  ["import { Edge } from '../graph/edge';\nimport { Check } from '../../api/private/check';", 'planner/mechanisms/x.ts', []],
  ["import { Duration } from 'cdk8s';\nimport { Container } from 'cdk8s-plus-27';", 'api/x.ts', []],
])('the imports of %j in %s are judged by the table', (text, file, expected) => {
  expect(violations(file, text)).toEqual(expected);
});
