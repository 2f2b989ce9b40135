import { deleteRecord } from '#api/records/delete.ts';
import { ApiError, isOutcomeUnknown } from '#domain/app/api-error.ts';
import { list, members, parseJson, text } from '#domain/app/lenient.ts';
import { COPIES_KEY } from '#domain/app/storage-keys.ts';
import { report } from '#stores/app/report.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';

/** A record that was made to try something, until its deletion is confirmed. */
export interface Copy {
  readonly collectionId: string;
  readonly id: string;
}

function parseCopy(stored: unknown): Copy {
  const { collectionId, id } = members(stored);
  return { collectionId: text(collectionId), id: text(id) };
}

const copies = createPreference<readonly Copy[]>({
  key: COPIES_KEY,
  initial: [],
  decode: (stored) => list(parseJson(stored), parseCopy).filter(({ collectionId, id }) => collectionId && id),
  encode: jsonUnlessEmpty,
});

/** The copies that exist, or may exist. This device remembers them: a tab may be closed before they are deleted. */
export const $copies = copies.$value;

/**
 * Deletes a copy; it stays in {@link $copies} when that fails, or when it is not there but may still arrive. Throws
 * ApiError.
 */
async function deleteCopy({ collectionId, id }: Copy, mayArrive = false): Promise<void> {
  try {
    await deleteRecord(collectionId, id);
  } catch (error) {
    // Already deleted, which is the goal.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    if (mayArrive) return;
  }
  copies.update((all) => all.filter((other) => other.id !== id));
}

/** Deletes the copies that are left, each even if another one fails; reports the first error. */
export async function deleteCopies(): Promise<void> {
  let failure: unknown;
  for (const copy of $copies.get()) {
    await deleteCopy(copy).catch((thrown: unknown) => {
      failure ??= thrown;
    });
  }
  if (failure) report(failure);
}

/** Does something with a copy that `use` creates under this id, then deletes it, whatever has happened. */
export async function withCopy<Result>(copy: Copy, use: () => Promise<Result>): Promise<Result> {
  // Known before it is sent: a lost response leaves open whether it was created.
  copies.update((all) => [...all, copy]);
  let mayArrive = false;
  try {
    return await use();
  } catch (error) {
    mayArrive = error instanceof ApiError && isOutcomeUnknown(error);
    throw error;
  } finally {
    // The page names it until this has succeeded.
    await deleteCopy(copy, mayArrive).catch(() => undefined);
  }
}
