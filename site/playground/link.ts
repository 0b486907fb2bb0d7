import type { Cluster } from './engine';

/** The tabs: the forms of a declaration. */
export const TABS = ['annotation', 'object', 'compose'] as const;
export type Tab = (typeof TABS)[number];

/** The content of a link: the text of each tab, the open tab, and the facts about the cluster. */
export interface State extends Cluster {
  readonly tab: Tab;
  /** The text of the tabs for the annotation and the object. */
  readonly manifests: string;
  /** The text of the tab for compose; empty: the example. */
  readonly compose: string;
}

/** Returns the fragment of a link: the state as JSON, compressed, in base64 for URLs. Browsers never send the fragment to a server. */
export async function encodeState({ tab, manifests, compose, kubernetesVersion, architecture }: State): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(JSON.stringify([2, tab, manifests, compose, kubernetesVersion, architecture])), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) { binary += String.fromCharCode(byte); }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the state of a fragment; `undefined`: the fragment is invalid. */
export async function decodeState(fragment: string): Promise<State | undefined> {
  try {
    const binary = atob(fragment.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = await pipe(Uint8Array.from(binary, character => character.charCodeAt(0)), new DecompressionStream('deflate-raw'));
    const [version, name, ...values] = JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
    const tab = TABS.find(one => one === name);
    if (version !== 2 || !tab || values.length !== 4 || values.some(value => typeof value !== 'string')) { return undefined; }
    const [manifests, compose, kubernetesVersion, architecture] = values as string[];
    return { tab, manifests, compose, kubernetesVersion, architecture };
  } catch {
    return undefined;
  }
}

/** The limit of a decompressed state in bytes. A short link can contain gigabytes of zeros. */
const MOST_BYTES = 10_000_000;

/** Returns the output of the stream; throws an error for too much output. */
async function pipe(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const output = new Blob([bytes]).stream().pipeThrough(stream) as ReadableStream<Uint8Array>;
  const reader = output.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error('the link is too large');
    }
    chunks.push(read.value);
  }
  const all = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
