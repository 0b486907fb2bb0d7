import { normalizeImageReference, parseImageReference } from '../../src/images/image-reference';

const DIGEST = `sha256:${'0'.repeat(64)}`;

test.each([
  ['nginx', 'docker.io/library/nginx:latest'],
  ['acme/web:1.4', 'docker.io/acme/web:1.4'],
  ['localhost/web', 'localhost/web:latest'],
  ['localhost:5000/a/b/c:x', 'localhost:5000/a/b/c:x'],
  ['[::1]:5000/web:1', '[::1]:5000/web:1'],
  ['index.docker.io/library/nginx:1', 'docker.io/library/nginx:1'],
  ['registry/web', 'docker.io/registry/web:latest'],
  [`ghcr.io/acme/web@${DIGEST}`, `ghcr.io/acme/web@${DIGEST}`],
  [`ghcr.io/acme/web:1.4@${DIGEST}`, `ghcr.io/acme/web@${DIGEST}`],
])('the complete name of %s is %s', (text, expected) => { expect(normalizeImageReference(text)).toBe(expected); });

test.each(['', 'Nginx', 'nginx:', 'nginx@sha256:1', 'a//b', '-nginx', 'ghcr.io/', 'nginx latest', 'https://ghcr.io/web', '../../etc/passwd', `a@${DIGEST}@${DIGEST}`])(
  '%j is no image reference', text => { expect(parseImageReference(text)).toBeUndefined(); });
