import { cpSync, readdirSync, readFileSync, rmSync } from 'fs';
import { delimiter, join } from 'path';
import { BUILT, Language, once, pacmak, PACKAGE_VERSION, run, targets, version, write } from './language';

const DEPENDENCIES = join(BUILT, 'java-dependencies');
const CLASSES = join(BUILT, 'java-classes');
const MAVEN_REPOSITORY = join(BUILT, 'maven-repository');

/**
 * Compiles the library and its dependencies, which are generated as for Go. The runtime of jsii comes from Maven
 * Central.
 */
export const JAVA: Language = {
  name: 'Java',
  file: 'Main.java',
  needs: [
    { command: ['javac', '-version'], what: 'JDK 17 or newer', debian: 'default-jdk-headless' },
    { command: ['mvn', '--version'], what: 'Maven', debian: 'maven' },
  ],
  build: () => {
    const modules = ['constructs', 'cdk8s', 'cdk8s-plus-27'];
    const jars = join(DEPENDENCIES, 'jars');
    const classes = join(DEPENDENCIES, 'classes');
    once(DEPENDENCIES, [...modules, 'jsii-pacmak'].map(version), () => {
      // Exact versions: for a range, Maven would read every published version.
      const runtime = [
        dependency('software.amazon.jsii', 'jsii-runtime', version('jsii-pacmak')),
        dependency('org.jetbrains', 'annotations', '19.0.0'),
        dependency('javax.annotation', 'javax.annotation-api', '1.3.2'),
      ];
      write(join(DEPENDENCIES, 'pom.xml'), [project(['bindings', 'dependencies', '0'], runtime)]);
      run([
        'mvn',
        '--quiet',
        '--batch-mode',
        '--file',
        join(DEPENDENCIES, 'pom.xml'),
        'dependency:copy-dependencies',
        `-DoutputDirectory=${jars}`,
      ]);
      pacmak(
        'java',
        DEPENDENCIES,
        modules.map(module => join('node_modules', module)),
        { code: true },
      );
      compile(join(DEPENDENCIES, 'java'), classes, join(jars, '*'));
    });
    pacmak('java', BUILT, ['.'], { code: true });
    compile(join(BUILT, 'java'), CLASSES, [classes, join(jars, '*')].join(delimiter));
    return () => [
      'java',
      '-XX:TieredStopAtLevel=1',
      '-cp',
      [CLASSES, classes, join(jars, '*')].join(delimiter),
      'Main.java',
    ];
  },
  publish: () => {
    const { groupId, artifactId } = targets.java.maven;
    const pom = readFileSync(join(BUILT, 'java', 'pom.xml'), 'utf8');
    addToRepository([groupId, artifactId, PACKAGE_VERSION], pom, [CLASSES, '.']);
    // Maven Central may not have this version.
    const plus: Coordinates = ['org.cdk8s', 'cdk8s-plus-27', version('cdk8s-plus-27')];
    addToRepository(plus, project(plus), [join(DEPENDENCIES, 'classes'), join('org', 'cdk8s', 'plus27')]);
    return { MAVEN_OPTS: `-Dmaven.repo.local=${MAVEN_REPOSITORY}` };
  },
};

type Coordinates = readonly [group: string, artifact: string, version: string];

/** Adds a jar of these classes to the local repository of Maven. */
function addToRepository([group, artifact, exactly]: Coordinates, pom: string, classes: readonly string[]): void {
  const folder = join(MAVEN_REPOSITORY, ...group.split('.'), artifact, exactly);
  const file = join(folder, `${artifact}-${exactly}`);
  write(`${file}.pom`, [pom]);
  run(['jar', '--create', '--file', `${file}.jar`, '-C', ...classes]);
}

/** All classes, with the npm module of each package. */
function compile(generated: string, classes: string, classPath: string): void {
  rmSync(classes, { recursive: true, force: true });
  const sources = join(generated, 'src', 'main', 'java');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.java'))
    .map(file => join(sources, file));
  const list = join(generated, 'sources');
  write(list, files);
  run(['javac', '-nowarn', '-proc:none', '-encoding', 'UTF-8', '-cp', classPath, '-d', classes, `@${list}`]);
  cpSync(join(generated, 'src', 'main', 'resources'), classes, { recursive: true });
}

/** Returns a pom. */
function project([group, artifact, exactly]: Coordinates, dependencies: readonly string[] = []): string {
  return [
    '<project xmlns="http://maven.apache.org/POM/4.0.0">',
    '<modelVersion>4.0.0</modelVersion>',
    `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${exactly}</version>`,
    `<dependencies>${dependencies.join('')}</dependencies>`,
    '</project>',
  ].join('\n');
}

/** Returns a dependency of Maven. */
export function dependency(group: string, artifact: string, exactly: string): string {
  return (
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>` +
    `<version>${exactly}</version></dependency>`
  );
}
