import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import { replaceHash } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { $collections } from '#stores/collections/list.ts';
import { browser } from '#tests/support/browser-stub.ts';

export { browser };

/** A signed-in administrator, whose session no backend has given. */
export const SESSION = {
  token: 'token',
  admin: { id: 'admin', email: 'admin@example.com', avatar: 0, created: '', updated: '' },
};

export const signInOffline = (): void => $session.set(SESSION);

/** A collection as the stores know it. */
export const collectionOf = (input: Record<string, unknown>): Collection =>
  parseCollection({ type: 'base', options: {}, ...input });

/** Puts collections in the list as if they had been loaded. */
export function list(...collections: readonly Collection[]): void {
  $collections.set({ state: 'ready', value: collections });
}

/** Puts an address on screen without an entry in the history. */
export const showAddress = (hash: string): void => replaceHash(hash);

/** What follows an answer that is there already happens within a few turns of the event loop. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
}
