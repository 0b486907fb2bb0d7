import { isStore, Party, Reference } from './references';
import { getImageName } from '../read/known-servers';

/** A service of a compose file. */
export interface ServiceParty extends Party {
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
}

/** Programs that watch, back up or show other programs. An application does not need them. */
const HELPER = new RegExp(
  [
    ...['admin', 'autoheal', 'backup', 'cadvisor', 'certbot', 'commander', 'exporter', 'express', 'fluent', 'gluetun'],
    ...['grafana', 'jaeger', 'kibana', 'loki', 'mailhog', 'mailpit', 'ofelia', 'otel', 'portainer', 'prometheus'],
    ...['promtail', 'watchtower', 'zipkin', '[-_]ui$'],
  ].join('|'),
  'i',
);

/** Whether the program watches, backs up or shows others. */
export function isHelper({ name, image }: Pick<Party, 'name' | 'image'>): boolean {
  return HELPER.test(`${getImageName(image)} ${name}`);
}

const PROXY = /^(?:nginx|traefik|caddy|haproxy|envoy|apache|httpd)$|proxy/i;
/** Programs that prepare a data store for others, and end. */
const PREPARES = /(?:^|[-_])(?:init|migrat\w*|seed\w*|setup)(?:[-_]|$)/i;
const FRONTEND = /(?:^|[-_])(?:front(?:end)?|client|ui|webapp|spa|react|vue|angular|next|nuxt|svelte)(?:[-_]|$)/i;
const BACKEND =
  /(?:^|[-_])(?:back(?:end)?|api|server|node|express|django|flask|fastapi|rails|laravel|spring)(?:[-_]|$)/i;

/**
 * Returns needs that no text contains, for the services of one compose file: its only application or backend needs its
 * data stores, and a frontend needs the only backend.
 */
export function guessReferences(parties: readonly ServiceParty[], known: readonly Reference[]): Reference[] {
  const stores = parties.filter(isStore);
  const others = parties.filter(party => !isStore(party) && !isHelper(party));
  const apps = others.filter(
    party => !PREPARES.test(party.name) && !PROXY.test(getImageName(party.image) || party.name),
  );
  const frontends = apps.filter(({ name }) => FRONTEND.test(name) && !BACKEND.test(name));
  const rest = apps.filter(party => !frontends.includes(party));
  const backends = rest.filter(({ name }) => BACKEND.test(name) && !FRONTEND.test(name));
  const app = getOnly(apps) ?? getOnly(rest) ?? getOnly(backends);
  if (app === undefined) {
    return [];
  }
  const guesses: Reference[] = [];
  const guess = (from: ServiceParty, to: ServiceParty, evidence: string) => {
    const isKnown = known.some(r => (r.from === from && r.to === to) || (r.from === to && r.to === from));
    if (!isKnown && from !== to) {
      guesses.push({
        from,
        container: from.name,
        to,
        host: to.name,
        port: to.ports[0],
        evidence: `a guess: ${evidence}`,
      });
    }
  };
  for (const store of stores.filter(party => !known.some(({ to }) => to === party))) {
    const kind = rest.length > 1 ? 'backend' : 'application';
    guess(app, store, `no service names ${store.name}, and ${app.name} is the only ${kind}`);
  }
  if (BACKEND.test(app.name)) {
    frontends.forEach(frontend => {
      guess(frontend, app, 'the names of the two services');
    });
  }
  return guesses;
}

function getOnly<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
