import { readFileSync } from 'fs';
import { join } from 'path';
import { cli, Outcome, Surroundings } from '../cli/host';

/**
 * A folder with a compose file, its model (`docker compose config --format json`), and the manifests that kompose made
 * of it.
 */
export const COMPOSE_CASES = ['group', 'shop'] as const;
export type ComposeCase = (typeof COMPOSE_CASES)[number];

/** The Kubernetes version of the ordered manifests. */
export const COMPOSE_MINOR = 33;

export const pathOf = (name: ComposeCase, file: 'compose.yaml' | 'manifests.yaml' | 'model.json') => join(__dirname, name, file);

/** Runs `order --from` for a case. `manifests`: by default the manifests of the case. */
export function orderCase(name: ComposeCase, manifests = readFileSync(pathOf(name, 'manifests.yaml'), 'utf8')): Outcome {
  return orderFrom({ 'model.json': readFileSync(pathOf(name, 'model.json'), 'utf8') }, ['model.json'], manifests, ['--create-service-account']);
}

/** Runs `order --from` with these files. */
export function orderFrom(
  files: Surroundings['files'], from: readonly string[], manifests: string, options: readonly string[] = [], others: Surroundings = {},
): Outcome {
  const args = [...from.flatMap(file => ['--from', file]), '--kubernetes-version', `1.${COMPOSE_MINOR}`, '--architecture', 'amd64', ...options];
  return cli(['order', ...args, 'manifests.yaml'], { ...others, files: { ...files, 'manifests.yaml': manifests } });
}
