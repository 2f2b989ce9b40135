import type { Collection } from '#domain/backend/collection.ts';
import { replaceHash } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { $collections } from '#stores/collections/list.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { readCollection } from '#wire/collections.ts';

export { browser };

/** The session of an administrator that no backend has created. */
export const SESSION = {
  token: 'token',
  admin: { id: 'admin', email: 'admin@example.com', avatar: 0, created: '', updated: '' },
};

export const signInOffline = (): void => $session.set(SESSION);

/** A collection as in the stores. */
export const collectionOf = (input: Record<string, unknown>): Collection =>
  readCollection({ type: 'base', options: {}, ...input });

/** Sets the list of collections as if it had been loaded. */
export function list(...collections: readonly Collection[]): void {
  $collections.set({ state: 'ready', value: collections });
}

/** Opens an address without an entry in the history. */
export const showAddress = (hash: string): void => replaceHash(hash);

/** Waits a few turns of the event loop, in which the stores process a response that has already arrived. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done));
}
