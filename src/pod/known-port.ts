import { findHealthcheck, readHealthcheck } from './image-facts';
import { HostPorts, NamedPort } from './intent';
import { problem } from './problems';
import { Check, DeclaredCheck } from '../api/private/check';
import { ContainerDeclaration } from '../api/private/declaration';
import { ContainerJson, PodSpecJson } from '../api/private/pod-spec';
import { Problem } from '../api/private/problem';
import { ImageFile } from '../images/image-file';

/** A declaration in which each HTTP check has a port. */
export type ReadDeclaration = Omit<ContainerDeclaration, 'readyWhen'> & { readonly readyWhen?: Check };

/**
 * Fills in the HEALTHCHECK of the image, and the port of each HTTP check without one: the only port that the container
 * declares.
 */
export function fillPort(
  declared: ContainerDeclaration,
  json: ContainerJson | undefined,
  images?: ImageFile,
): { declaration: ReadDeclaration; problems: Problem[] } {
  const { readyWhen: given } = declared;
  const ports = json ? listPorts(json) : [];
  const found = json && findHealthcheck(json, images);
  const healthcheck = typeof found === 'object' ? readHealthcheck(found) : undefined;
  const readyWhen = given && completeCheck(given, healthcheck, ports.length === 1 ? ports[0] : undefined);
  const declaration = { ...declared, readyWhen };
  // An unknown container is another problem.
  if (!given || readyWhen || !json) {
    return { declaration, problems: [] };
  }
  const lacksHealthcheck = typeof found === 'string' && needsImage(given);
  const { name } = json;
  return {
    declaration,
    problems: [
      lacksHealthcheck
        ? problem('SO304', { name, image: json.image ?? '', why: found })
        : problem('SO632', { name, ports }),
    ],
  };
}

function needsImage(check: DeclaredCheck): boolean {
  return check.kind === 'allOf' ? check.checks.some(needsImage) : check.kind === 'image';
}

/** Returns the TCP ports that the container declares. */
export function listPorts({ ports = [] }: ContainerJson): number[] {
  const tcp = ports.filter(({ protocol = 'TCP' }) => protocol === 'TCP');
  return [...new Set(tcp.map(port => port.containerPort))];
}

export function listNamedPorts({ ports = [] }: ContainerJson): NamedPort[] {
  return ports.flatMap(({ name, containerPort: number, protocol = 'TCP' }) =>
    name === undefined ? [] : [{ name, number, protocol }],
  );
}

export function findHostPorts({ ports = [] }: ContainerJson, { hostNetwork }: PodSpecJson): HostPorts | undefined {
  // API server: with `hostNetwork` each port is a `hostPort`, too.
  if (hostNetwork) {
    return ports.length > 0 ? 'bound' : undefined;
  }
  return ports.some(port => port.hostPort) ? 'mapped' : undefined;
}

/**
 * Replaces each image check, and fills in missing ports. `undefined`: the image has no HEALTHCHECK, or the port is
 * unknown.
 */
function completeCheck(
  check: DeclaredCheck,
  healthcheck: Check | undefined,
  onlyPort: number | undefined,
): Check | undefined {
  switch (check.kind) {
    case 'image':
      return healthcheck;
    case 'allOf': {
      const checks = check.checks.flatMap(c => completeCheck(c, healthcheck, onlyPort) ?? []);
      return checks.length === check.checks.length ? { kind: 'allOf', checks } : undefined;
    }
    case 'httpGet': {
      const port = check.port ?? onlyPort;
      return port === undefined ? undefined : { ...check, port };
    }
    default:
      return check;
  }
}
