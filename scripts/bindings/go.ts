import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'fs';
import { basename, join } from 'path';
import { BUILT, Language, once, pacmak, run, version, write } from './language';

const PROGRAMS = join(BUILT, 'go-programs');
const DEPENDENCIES = join(BUILT, 'go-dependencies');

const REPOSITORIES = join(BUILT, 'go-repositories');
const MODULE_CACHE = join(BUILT, 'go-module-cache');

/** The folder into which jsii-pacmak writes the modules, and the path of each module. */
const MODULES = {
  'github.com/cdk8s-startup-order/cdk8s-startup-order-go/cdk8sstartuporder': join(BUILT, 'go', 'cdk8sstartuporder'),
  'github.com/aws/constructs-go/constructs/v10': join(DEPENDENCIES, 'go', 'constructs'),
  'github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2': join(DEPENDENCIES, 'go', 'cdk8s'),
  'github.com/cdk8s-team/cdk8s-plus-go/cdk8splus27/v2': join(DEPENDENCIES, 'go', 'cdk8splus27'),
};

/**
 * Builds the Go module of the package. Its dependencies are also generated, from the versions in this repository, which
 * a Go proxy may not have.
 */
export const GO: Language = {
  name: 'Go',
  file: 'main.go',
  needs: [{ command: ['go', 'version'], what: 'Go 1.25 or newer' }], // Debian 12 and 13 have older versions
  build: programs => {
    const modules = ['constructs', 'cdk8s', 'cdk8s-plus-27'];
    once(DEPENDENCIES, [...modules, 'jsii-pacmak'].map(version), () =>
      pacmak(
        'go',
        DEPENDENCIES,
        modules.map(module => join('node_modules', module)),
        { code: true },
      ),
    );
    pacmak('go', BUILT, ['.'], { code: true });

    rmSync(PROGRAMS, { recursive: true, force: true });
    write(join(PROGRAMS, 'go.mod'), [
      'module programs',
      'go 1.25',
      `require github.com/aws/jsii-runtime-go v${version('jsii-pacmak')}`,
      ...Object.entries(MODULES).flatMap(([path, folder]) => [
        `require ${path} ${placeholder(path)}`,
        `replace ${path} => ${folder}`,
      ]),
    ]);
    const written = programs.filter(({ directory }) => existsSync(join(directory, 'main.go')));
    for (const { directory } of written) {
      mkdirSync(join(PROGRAMS, basename(directory)));
      copyFileSync(join(directory, 'main.go'), join(PROGRAMS, basename(directory), 'main.go'));
    }
    for (const command of [
      ['mod', 'tidy'],
      ['vet', './...'],
      ['build', '-o', 'bin/', './...'],
    ]) {
      run(['go', ...command], { cwd: PROGRAMS });
    }
    return ({ directory }) => [join(PROGRAMS, 'bin', basename(directory))];
  },
  publish: () => {
    // The cache contains the module of an earlier build, with the same version.
    rmSync(REPOSITORIES, { recursive: true, force: true });
    rmSync(MODULE_CACHE, { recursive: true, force: true });
    for (const [path, folder] of Object.entries(MODULES)) {
      commitModule(path, folder);
    }
    return {
      GOPRIVATE: Object.keys(MODULES).join(','),
      GOMODCACHE: MODULE_CACHE,
      GOFLAGS: '-modcacherw -trimpath',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `url.file://${REPOSITORIES}/.insteadOf`,
      GIT_CONFIG_VALUE_0: 'https://',
    };
  },
};

/** Writes a module to a git repository in the layout of a release: a folder, and a tag with its version. */
function commitModule(path: string, folder: string): void {
  const [host, owner, name, module] = path.split('/');
  const repository = join(REPOSITORIES, host, owner, name);
  cpSync(folder, join(repository, module), { recursive: true });
  const git = ['git', '-c', 'user.name=bindings', '-c', 'user.email=bindings@localhost'];
  for (const command of [
    ['init', '--quiet'],
    ['add', '--force', '.'],
    ['commit', '--quiet', '--message', 'the built module'],
    ['tag', `${module}/v${readFileSync(join(folder, 'version'), 'utf8').trim()}`],
  ]) {
    run([...git, ...command], { cwd: repository });
  }
}

/** A version that matches the path. The `replace` directive selects the built module. */
function placeholder(path: string): string {
  return `v${/\/v(\d+)$/.exec(path)?.[1] ?? 0}.0.0`;
}
