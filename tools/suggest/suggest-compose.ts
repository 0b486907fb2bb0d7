import { guessReferences } from './guesses';
import { addReference, Proposal } from './proposal';
import { findReferences, NamedText, Party, Reference } from './references';
import { ComposeService } from '../compose/compose-model';

/** Proposes an order for each service of a compose file, from everything except its `depends_on`. */
export function suggestForServices(services: readonly ComposeService[]): Proposal[] {
  const needs = findNeeds(services);
  return services.map(({ name }) => {
    const proposal = new Proposal({ name }, [name]);
    for (const need of needs.filter(({ from }) => from.name === name)) {
      addReference(proposal, need);
    }
    return proposal;
  });
}

/** Returns what each service needs. */
export function findNeeds(services: readonly ComposeService[]): Reference[] {
  const parties = services.map(readService);
  const named = findReferences(parties);
  return [...named, ...guessReferences(parties, named)];
}

function readService({ name, image, hosts, ports, environment, command }: ComposeService): Party {
  const variables = Object.entries(environment).map(([key, text]): NamedText => ({ container: name, key, text }));
  return {
    name,
    hosts: [name, ...hosts],
    // Compose can build the image, which then has no name.
    image: image ?? name,
    ports,
    texts: [...variables, ...command.map(word => readWord(name, word))],
  };
}

/** `--redis-host=cache` is the key `--redis-host`, and the text `cache`. */
export function readWord(container: string, word: string): NamedText {
  const [, key = '', text = word] = /^--?([\w.-]+)=([^]*)$/.exec(word) ?? [];
  return { container, key, text };
}
