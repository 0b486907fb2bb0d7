import { readdirSync } from 'fs';
import { join } from 'path';
import { BUILT, Language, once, pacmak, run, version } from './language';

const VENV = join(BUILT, 'venv');

/** Installs the wheel, with its dependencies from PyPI in the versions of this repository. */
export const PYTHON: Language = {
  name: 'Python',
  file: 'main.py',
  needs: [
    { command: ['python3', '-c', 'import ensurepip'], what: 'Python 3.10 or newer with venv', debian: 'python3-venv' },
  ],
  build: () => {
    pacmak('python', BUILT, ['.'], { code: false });
    const pinned = ['cdk8s', 'cdk8s-plus-27', 'constructs']
      .map(module => `${module}==${version(module)}`)
      .concat(`jsii==${version('jsii-pacmak')}`);
    const pip = [join(VENV, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    once(VENV, pinned, () => {
      run(['python3', '-m', 'venv', VENV]);
      run([...pip, ...pinned]);
    });
    const wheel = readdirSync(join(BUILT, 'python')).find(file => file.endsWith('.whl'))!;
    run([...pip, '--force-reinstall', '--no-deps', join(BUILT, 'python', wheel)]);
    // fails if a dependency of the wheel is missing or outside its range
    run([...pip, '--no-index', 'cdk8s-startup-order']);
    return () => [join(VENV, 'bin', 'python'), 'main.py'];
  },
};
