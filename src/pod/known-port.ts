import { findHealthcheck, readHealthcheck } from './image-check';
import { Check, DeclaredCheck } from '../api/private/check';
import { ContainerDeclaration } from '../api/private/declaration';
import { ContainerJson } from '../api/private/pod-spec';
import { Problem, problem } from '../api/private/problem';
import { ImageFile } from '../images/image-configuration';

/** A declaration in which each HTTP check has a port. */
export type ReadDeclaration = Omit<ContainerDeclaration, 'readyWhen'> & { readonly readyWhen?: Check };

/** Fills in the HEALTHCHECK of the image, and the port of each HTTP check without one: the only port that the container declares. */
export function fillPort(
  declared: ContainerDeclaration, json: ContainerJson | undefined, images?: ImageFile,
): { declaration: ReadDeclaration; problems: Problem[] } {
  const { readyWhen: given, ...declaration } = declared;
  if (!given) { return { declaration, problems: [] }; }
  const healthcheck = json && findHealthcheck(json, images);
  const readyWhen = fillImageCheck(given, typeof healthcheck === 'object' ? readHealthcheck(healthcheck) : undefined);
  if (!readyWhen) {
    return { declaration, problems: json && typeof healthcheck === 'string' ? [problem('SO304', { name: json.name, image: json.image ?? '', why: healthcheck })] : [] };
  }
  const ports = [...new Set((json?.ports ?? []).filter(p => (p.protocol ?? 'TCP') === 'TCP').map(p => p.containerPort))];
  const known = fillPortOfCheck(readyWhen, ports.length === 1 ? ports[0] : undefined);
  if (known) { return { declaration: { ...declaration, readyWhen: known }, problems: [] }; }
  // An unknown container is another problem.
  return { declaration, problems: json ? [problem('SO632', { name: declared.name, ports })] : [] };
}

type PortlessCheck = Exclude<DeclaredCheck, { readonly kind: 'image' | 'allOf' }> | { readonly kind: 'allOf'; readonly checks: readonly PortlessCheck[] };

/** Replaces each image check. `undefined`: the image has no HEALTHCHECK. */
function fillImageCheck(check: DeclaredCheck, healthcheck: Check | undefined): PortlessCheck | undefined {
  if (check.kind === 'image') { return healthcheck; }
  if (check.kind !== 'allOf') { return check; }
  const checks = check.checks.flatMap(c => fillImageCheck(c, healthcheck) ?? []);
  return checks.length === check.checks.length ? { kind: 'allOf', checks } : undefined;
}

function fillPortOfCheck(check: PortlessCheck, onlyPort: number | undefined): Check | undefined {
  if (check.kind === 'allOf') {
    const checks = check.checks.flatMap(c => fillPortOfCheck(c, onlyPort) ?? []);
    return checks.length === check.checks.length ? { kind: 'allOf', checks } : undefined;
  }
  if (check.kind !== 'httpGet') { return check; }
  const port = check.port ?? onlyPort;
  return port === undefined ? undefined : { ...check, port };
}
