import { atom } from 'nanostores';
import { deleteRecord } from '#api/records/delete.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/collections/collection.ts';

/** A record that was made to try something, until its deletion is confirmed. */
export interface Copy {
  readonly collection: Collection;
  readonly id: string;
}

/** The copies that exist, or may exist. */
export const $copies = atom<readonly Copy[]>([]);

/** Deletes a copy; it stays in {@link $copies} when that fails. Throws ApiError. */
export async function deleteCopy(copy: Copy): Promise<void> {
  try {
    await deleteRecord(copy.collection.id, copy.id);
  } catch (error) {
    // Already deleted, which is the goal.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  $copies.set($copies.get().filter((other) => other.id !== copy.id));
}

/** Does something with a copy that `use` creates under this id, then deletes it, whatever has happened. */
export async function withCopy<Result>(copy: Copy, use: () => Promise<Result>): Promise<Result> {
  // Known before it is sent: a lost response leaves open whether it was created.
  $copies.set([...$copies.get(), copy]);
  try {
    return await use();
  } finally {
    // The page names it until this has succeeded.
    await deleteCopy(copy).catch(() => undefined);
  }
}
