import { readFileSync } from 'fs';
import { join } from 'path';
import * as cdk8s from 'cdk8s';
import * as ts from 'typescript';
import * as library from '../../src';

// Runs the tests of the example in docs/how-to/pipeline.md.
const page = readFileSync(join(__dirname, '..', '..', 'docs', 'how-to', 'pipeline.md'), 'utf8');
const [example] = [...page.matchAll(/^```ts nofixture\n([^]*?)^```$/gm)].map(([, code]) => code).filter(code => code.includes('\ntest('));
const { outputText } = ts.transpileModule(example, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });

const packages: Readonly<Record<string, unknown>> = { cdk8s, 'cdk8s-startup-order': library };
new Function('require', 'exports', outputText)((name: string) => packages[name], {});
