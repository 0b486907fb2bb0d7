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

function pom(): string {
  const { groupId, artifactId } = targets.java.maven;
  return [
    '<!-- pom.xml -->',
    '<project xmlns="http://maven.apache.org/POM/4.0.0">',
    '  <modelVersion>4.0.0</modelVersion>',
    '  <groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>',
    '  <properties>',
    ...['source', 'target'].map(name => `    <maven.compiler.${name}>17</maven.compiler.${name}>`),
    '  </properties>',
    '  <dependencies>',
    `    ${dependency(groupId, artifactId, '…')}`,
    '  </dependencies>',
    '  <dependencyManagement><dependencies>',
    ...[
      dependency('org.cdk8s', 'cdk8s', devDependencies.cdk8s),
      dependency('org.cdk8s', 'cdk8s-plus-27', devDependencies['cdk8s-plus-27']),
      dependency('software.constructs', 'constructs', devDependencies.constructs),
      dependency('software.amazon.jsii', 'jsii-runtime', version('jsii-pacmak')),
    ].map(line => `    ${line}`),
    '  </dependencies></dependencyManagement>',
    '</project>',
  ].join('\n');
}

const BLOCKS: Record<string, string> = {
  'python-install': fenced(
    'sh',
    ['python3 -m venv .venv && . .venv/bin/activate', `pip install ${targets.python.distName}`, 'python main.py'].join(
      '\n',
    ),
  ),
  'java-install': [
    '`…` is the newest version. Exact versions save Maven minutes:',
    fenced('xml', pom()),
    fenced('sh', 'mvn compile exec:java -Dexec.mainClass=Main   # src/main/java/Main.java'),
  ].join('\n\n'),
  'go-install': fenced(
    'sh',
    `go mod init shop\ngo get ${targets.go.moduleName}/cdk8sstartuporder\ngo mod tidy && go run .   # with main.go`,
  ),
};

export function writeLanguages(): void {
  writeOrCheck(join(ROOT, 'docs', 'reference', 'workloads.md'), before => withBlocks(before, BLOCKS));
}
