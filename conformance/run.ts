/** The conformance suite: what the manifests promise is seen on a real kubelet. `--help` says how; docs/reference/conformance.md says why. */
import { main } from './runner/main';
import { USAGE } from './runner/options';

if (process.argv.includes('--help')) {
  console.log(USAGE);
} else {
  void main(process.argv.slice(2)).then(code => process.exit(code));
}
