import { Check, DeclaredCheck } from '../api/private/check';
import { ContainerDeclaration } from '../api/private/declaration';
import { ContainerJson } from '../api/private/pod-spec';
import { Problem, problem } from '../api/private/problem';

/** A declaration in which each HTTP check has a port. */
export type ReadDeclaration = Omit<ContainerDeclaration, 'readyWhen'> & { readonly readyWhen?: Check };

/** Fills in the port of each HTTP check without one: the only port that the container declares. */
export function fillPort(
  declared: ContainerDeclaration, json: ContainerJson | undefined,
): { declaration: ReadDeclaration; problems: Problem[] } {
  const { readyWhen, ...declaration } = declared;
  if (!readyWhen) { return { declaration, problems: [] }; }
  const ports = [...new Set((json?.ports ?? []).filter(p => (p.protocol ?? 'TCP') === 'TCP').map(p => p.containerPort))];
  const known = fillPortOfCheck(readyWhen, ports.length === 1 ? ports[0] : undefined);
  if (known) { return { declaration: { ...declaration, readyWhen: known }, problems: [] }; }
  // An unknown container is another problem.
  return { declaration, problems: json ? [problem('SO632', { where: `the ready check of container '${declared.name}'`, ports })] : [] };
}

function fillPortOfCheck(check: DeclaredCheck, onlyPort: number | undefined): Check | undefined {
  if (check.kind === 'allOf') {
    const checks = check.checks.flatMap(c => fillPortOfCheck(c, onlyPort) ?? []);
    return checks.length === check.checks.length ? { kind: 'allOf', checks } : undefined;
  }
  if (check.kind !== 'httpGet') { return check; }
  const port = check.port ?? onlyPort;
  return port === undefined ? undefined : { ...check, port };
}
