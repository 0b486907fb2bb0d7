import { addDoubts } from './doubts';
import { guessReferences, ServiceParty } from './guesses';
import { isHelper, NamedText, Reference } from './parties';
import { addReference, Proposal } from './proposal';
import { FindServer, findReferences } from './references';
import { groupBy } from '../../src/api/private/collections';
import { ComposeService, ServiceMount } from '../compose/compose-model';

/** A configuration that a service mounts. */
export type MountedFile = Pick<NamedText, 'file' | 'text'>;

type ReadMount = (mount: ServiceMount) => readonly MountedFile[];

/** Proposes an order for each service of a compose file, from everything except its `depends_on`. */
export function suggestForServices(services: readonly ComposeService[], readMount: ReadMount): Proposal[] {
  const needs = groupBy(findNeeds(services, readMount), ({ from }) => from.name);
  return services.map(({ name }) => {
    const proposal = new Proposal({ name }, [name]);
    for (const need of needs.get(name) ?? []) {
      addReference(proposal, need);
    }
    return proposal;
  });
}

/** Returns what each service needs. */
function findNeeds(services: readonly ComposeService[], readMount: ReadMount): Reference[] {
  const parties = services.map(service => readService(service, readMount));
  const byHost = new Map<string, ServiceParty>();
  for (const party of parties) {
    party.hosts.forEach(host => byHost.set(host.toLowerCase(), party));
  }
  // The name of a service takes precedence over the further name of another one.
  parties.forEach(party => byHost.set(party.name.toLowerCase(), party));
  const findServer: FindServer = host => {
    const to = byHost.get(host);
    return to && { to, port: to.ports[0] };
  };
  const named = addDoubts(findReferences(parties, findServer), findPeers(parties, findServer));
  return [...named, ...guessReferences(parties, named)];
}

/** Returns the services that share something with another one, or link to it. */
function findPeers(parties: readonly ServiceParty[], findServer: FindServer): Reference[] {
  const references: Reference[] = [];
  for (const from of parties) {
    for (const { field, name: host } of from.peers) {
      const server = findServer(host.toLowerCase(), from);
      if (server !== undefined && server.to !== from) {
        references.push({ from, container: from.name, host, ...server, evidence: `${field} names ${host}` });
      }
    }
  }
  return references;
}

function readService(service: ComposeService, readMount: ReadMount): ServiceParty {
  const { name, image, environment, command, mounts } = service;
  const variables = Object.entries(environment).map(([key, text]): NamedText => ({ container: name, key, text }));
  // The configuration of a helper names what it watches.
  const files = isHelper({ name, image }) ? [] : mounts.flatMap(readMount);
  const configurations = files.map((file): NamedText => ({ container: name, key: '', ...file }));
  return {
    ...service,
    // Compose can build the image, which then has no name.
    image: image ?? name,
    texts: [...variables, ...command.map(word => readWord(name, word)), ...configurations],
  };
}

/** `--redis-host=cache` is the key `--redis-host`, and the text `cache`. */
export function readWord(container: string, word: string): NamedText {
  const [, key = '', text = word] = /^--?([\w.-]+)=([^]*)$/.exec(word) ?? [];
  return { container, key, text };
}
