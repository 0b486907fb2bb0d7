/** The conformance suite: runs the manifests on a real kubelet and checks their guarantees. See `--help` and docs/contributing/conformance.md. */
import { main } from './runner/main';
import { USAGE } from './runner/options';

if (process.argv.includes('--help')) {
  console.log(USAGE);
} else {
  void main(process.argv.slice(2)).then(code => process.exit(code));
}
