import { findDataStore } from './data-stores';
import { getImageName } from '../read/known-servers';

/** A text of a manifest that can name other servers. */
export interface NamedText {
  /** The container that the text belongs to. */
  readonly container: string;
  /** The name of the environment variable, or the option of a command; empty: a word of a command. */
  readonly key: string;
  readonly text: string;
  /** The name of the file that contains the text. */
  readonly file?: string;
}

/** A workload of a manifest, or a service of a compose file. */
export interface Party {
  readonly name: string;
  readonly image?: string;
  readonly texts: readonly NamedText[];
}

/** A program that names a server, and the reason to believe that it needs the server. */
export interface Reference {
  readonly from: Party;
  readonly container: string;
  readonly to: Party;
  /** The host, as the text contains it. */
  readonly host: string;
  /** `undefined`: nothing contains it. */
  readonly port?: number;
  /** Contains no value of a variable except the host and the port, because values contain passwords. */
  readonly evidence: string;
  /** Why the program may start without the server. `undefined`: it needs the server. */
  readonly doubt?: string;
}

/** Whether the program is a database, a cache or a queue. */
export function isStore(party: Party): boolean {
  return findDataStore(party.image) !== undefined && !isPreparation(party);
}

/** Programs that watch, back up or show other programs. An application does not need them. */
const HELPER = new RegExp(
  '[a-z]admin|adminer|autoheal|backup|cadvisor|certbot|commander|exporter|fluent|gluetun|grafana|jaeger|kibana|' +
    '\\bloki|mailhog|mailpit|mongo-express|ofelia|\\botel|portainer|prometheus|promtail|runner|watchtower|zipkin|' +
    '[-_]ui(?: |$)',
  'i',
);

/** Whether the program watches, backs up or shows others. */
export function isHelper({ name, image }: Pick<Party, 'name' | 'image'>): boolean {
  return HELPER.test(`${getImageName(image)} ${name}`);
}

/** Programs that prepare a data store for others, and end. */
export const PREPARES = /(?:^|[-_ /])(?:init|migrat\w*|seed\w*|setup)(?:[-_]|$)/i;

export function isPreparation({ name }: Pick<Party, 'name'>): boolean {
  return PREPARES.test(name);
}
