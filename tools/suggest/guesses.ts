import { isStore, Party, Reference } from './references';
import { getImageName } from '../read/known-servers';

/** Programs that watch, back up or show other programs. An application does not need them. */
const HELPER = new RegExp(
  [
    ...['admin', 'autoheal', 'backup', 'cadvisor', 'certbot', 'commander', 'exporter', 'express', 'gluetun', 'grafana'],
    ...['jaeger', 'loki', 'mailhog', 'mailpit', 'ofelia', 'otel', 'portainer', 'prometheus', 'promtail', 'watchtower'],
    ...['zipkin', '[-_]ui$'],
  ].join('|'),
  'i',
);
const PROXY = /^(?:nginx|traefik|caddy|haproxy|envoy|apache|httpd)$|proxy/i;
const FRONTEND = /(?:^|[-_])(?:front(?:end)?|client|ui|webapp|spa|react|vue|angular|next|nuxt|svelte)(?:[-_]|$)/i;
const BACKEND =
  /(?:^|[-_])(?:back(?:end)?|api|server|node|express|django|flask|fastapi|rails|laravel|spring)(?:[-_]|$)/i;

/**
 * Returns needs that no text contains, for the services of one compose file: its only application needs its data
 * stores, a frontend needs the only backend, and a proxy needs the only application.
 */
export function guessReferences(parties: readonly Party[], known: readonly Reference[]): Reference[] {
  const stores = parties.filter(isStore);
  const others = parties.filter(party => !isStore(party) && !HELPER.test(`${getImageName(party.image)} ${party.name}`));
  const proxies = others.filter(party => PROXY.test(getImageName(party.image) || party.name));
  const apps = others.filter(party => !proxies.includes(party));
  const frontends = apps.filter(({ name }) => FRONTEND.test(name) && !BACKEND.test(name));
  const [app, second] = apps.length === 1 ? apps : apps.filter(party => !frontends.includes(party));
  if (app === undefined || second !== undefined) {
    return [];
  }
  const guesses: Reference[] = [];
  const guess = (from: Party, to: Party, evidence: string) => {
    const isKnown = known.some(r => (r.from === from && r.to === to) || (r.from === to && r.to === from));
    if (!isKnown && from !== to) {
      guesses.push({ from, container: from.name, to, host: to.hosts[0], evidence: `a guess: ${evidence}` });
    }
  };
  for (const store of stores.filter(party => !known.some(({ to }) => to === party))) {
    guess(app, store, `no service names ${store.name}, and ${app.name} is the only application`);
  }
  if (BACKEND.test(app.name)) {
    frontends.forEach(frontend => {
      guess(frontend, app, 'the names of the two services');
    });
  }
  if (apps.length === 1) {
    proxies.forEach(proxy => {
      guess(proxy, app, `${proxy.name} is a proxy, and ${app.name} is the only application`);
    });
  }
  return guesses;
}
