import { isHelper, isPreparation, isStore, PREPARES, Party, Reference } from './parties';
import { ComposeService } from '../compose/compose-model';
import { getImageName } from '../read/known-servers';

/** A service of a compose file. */
export type ServiceParty = ComposeService & Party;

/** Programs in front of the application, or beside it. */
const BESIDE = /^(?:nginx|traefik|caddy|haproxy|envoy|apache|httpd)$|proxy|admin/i;
const FRONTEND = /(?:^|[-_])(?:front(?:end)?|client|ui|webapp|spa|react|vue|angular|next|nuxt|svelte)(?:[-_]|$)/i;
const BACKEND =
  /(?:^|[-_])(?:back(?:end)?|api|server|node|express|django|flask|fastapi|rails|laravel|spring)(?:[-_]|$)/i;

/**
 * Returns needs that no text contains, for the services of one compose file: its only application or backend needs its
 * data stores, and a service such as `queue-init` needs `queue`. That a frontend needs the only backend stays a doubt.
 */
export function guessReferences(parties: readonly ServiceParty[], known: readonly Reference[]): Reference[] {
  const stores = parties.filter(isStore);
  const others = parties.filter(party => !isStore(party) && !isHelper(party) && !isPreparation(party));
  const apps = others.filter(party => !BESIDE.test(getImageName(party.image)));
  const frontends = apps.filter(({ name }) => FRONTEND.test(name) && !BACKEND.test(name));
  const rest = apps.filter(party => !frontends.includes(party));
  const backends = rest.filter(({ name }) => BACKEND.test(name) && !FRONTEND.test(name));
  const app = getOnly(apps) ?? getOnly(rest) ?? getOnly(backends);
  const guesses: Reference[] = [];
  const guess = (from: ServiceParty, to: ServiceParty, why: string, doubt?: string) => {
    const isKnown = known.some(r => (r.from === from && r.to === to) || (r.from === to && r.to === from));
    if (!isKnown) {
      const evidence = `a guess: ${why}`;
      guesses.push({ from, container: from.name, to, host: to.name, port: to.ports[0], evidence, doubt });
    }
  };
  for (const party of parties.filter(isPreparation)) {
    const prepared = stores.find(({ name }) => name === party.name.replace(PREPARES, ''));
    if (prepared !== undefined) {
      guess(party, prepared, 'the names of the two services');
    }
  }
  if (app === undefined) {
    return guesses;
  }
  const kind = rest.length > 1 ? 'backend' : 'application';
  const unnamed = stores.filter(({ name }) => !/test/i.test(name) && !known.some(({ to }) => to.name === name));
  for (const store of unnamed) {
    const isCopy = unnamed.find(({ image }) => image === store.image) !== store;
    const doubt = isCopy ? 'another server has the same image' : doubtStores(app, known);
    guess(app, store, `no service names ${store.name}, and ${app.name} is the only ${kind}`, doubt);
  }
  if (BACKEND.test(app.name)) {
    frontends.forEach(frontend => {
      guess(frontend, app, 'the names of the two services', 'a frontend can run in the browser only');
    });
  }
  return guesses;
}

/** Why an application may not need the data stores that no text names. */
function doubtStores(app: ServiceParty, known: readonly Reference[]): string | undefined {
  const named = known.find(({ from, to }) => from === app && isStore(to));
  if (named !== undefined) {
    return `its texts name only '${named.to.name}'`;
  }
  const isPhp = /php/i.test(`${getImageName(app.image)} ${app.name}`);
  return isPhp ? 'PHP connects with the first request only' : undefined;
}

function getOnly<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
