import { readdirSync } from 'fs';
import { join } from 'path';
import { BUILT, Language, once, pacmak, run, version, write } from './language';

const VENV = join(BUILT, 'venv');
const WHEELS = join(BUILT, 'python');
const CONSTRAINTS = join(BUILT, 'python-constraints.txt');

/** The versions of this repository. */
const PINNED = ['cdk8s', 'cdk8s-plus-27', 'constructs']
  .map(module => `${module}==${version(module)}`)
  .concat(`jsii==${version('jsii-pacmak')}`);

/** Installs the wheel, with its dependencies from PyPI in the versions of this repository. */
export const PYTHON: Language = {
  name: 'Python',
  file: 'main.py',
  needs: [
    { command: ['python3', '-c', 'import ensurepip'], what: 'Python 3.10 or newer with venv', debian: 'python3-venv' },
  ],
  build: () => {
    pacmak('python', BUILT, ['.'], { code: false });
    const pip = [join(VENV, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    once(VENV, PINNED, () => {
      run(['python3', '-m', 'venv', VENV]);
      run([...pip, ...PINNED]);
    });
    const wheel = readdirSync(WHEELS).find(file => file.endsWith('.whl'))!;
    run([...pip, '--force-reinstall', '--no-deps', join(WHEELS, wheel)]);
    // fails if a dependency of the wheel is missing or outside its range
    run([...pip, '--no-index', 'cdk8s-startup-order']);
    return () => [join(VENV, 'bin', 'python'), 'main.py'];
  },
  publish: () => {
    write(CONSTRAINTS, PINNED);
    return { PIP_FIND_LINKS: WHEELS, PIP_CONSTRAINT: CONSTRAINTS };
  },
};
