/** Fills the part about languages of docs/reference/workloads.md, from the programs of `npm run bindings`. */
import { readFileSync } from 'fs';
import { join } from 'path';
import { dependency } from './bindings/java';
import { version } from './bindings/language';
import { withBlocks, writeOrCheck } from './generated-blocks';
import { fenced } from './markdown';

const ROOT = join(__dirname, '..');
const {
  jsii: { targets },
  devDependencies,
} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const program = (file: string) => readFileSync(join(ROOT, file), 'utf8').trimEnd();

/** Returns the lines from `first` to `last`, without their indentation. */
function excerpt(file: string, first: string, last: string): string {
  const lines = program(file).split('\n');
  const from = lines.findIndex(line => line.includes(first));
  const to = lines.findIndex((line, i) => i >= from && line.includes(last));
  if (from < 0 || to < 0) {
    throw new Error(`${file} has no part from '${first}' to '${last}'`);
  }
  const indent = /^\s*/.exec(lines[from])![0];
  return lines
    .slice(from, to + 1)
    .map(line => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}

function pom(): string {
  const { groupId, artifactId } = targets.java.maven;
  return [
    '<properties>',
    ...['source', 'target'].map(name => `  <maven.compiler.${name}>17</maven.compiler.${name}>`),
    '</properties>',
    '<dependencies>',
    `  ${dependency(groupId, artifactId, '…')}`,
    '</dependencies>',
    '<dependencyManagement><dependencies>',
    ...[
      dependency('org.cdk8s', 'cdk8s', devDependencies.cdk8s),
      dependency('org.cdk8s', 'cdk8s-plus-27', devDependencies['cdk8s-plus-27']),
      dependency('software.constructs', 'constructs', devDependencies.constructs),
      dependency('software.amazon.jsii', 'jsii-runtime', version('jsii-pacmak')),
    ].map(line => `  ${line}`),
    '</dependencies></dependencyManagement>',
  ].join('\n');
}

const BLOCKS: Record<string, string> = {
  'python-install': fenced(
    'sh',
    `pip install ${targets.python.distName}   # brings cdk8s, cdk8s-plus-27 and constructs\npython main.py`,
  ),
  'python-facet': fenced('python', excerpt('test/bindings/facet/main.py', 'order = StartupOrder.of', 'declare')),
  'java-install': [
    'With exact versions, Maven does not need minutes to read all published versions:',
    fenced('xml', pom()),
    fenced('sh', 'mvn compile exec:java -Dexec.mainClass=Main   # src/main/java/Main.java'),
  ].join('\n\n'),
  'java-facet': fenced('java', excerpt('test/bindings/facet/Main.java', 'order = StartupOrder.of', 'declare')),
  'go-install': fenced(
    'sh',
    `go mod init shop\ngo get ${targets.go.moduleName}/cdk8sstartuporder\ngo mod tidy && go run .   # with main.go`,
  ),
  'go-facet': fenced('go', excerpt('test/bindings/facet/main.go', 'order := ', 'Declare')),
};

export function writeLanguages(): void {
  writeOrCheck(join(ROOT, 'docs', 'reference', 'workloads.md'), before => withBlocks(before, BLOCKS));
}
