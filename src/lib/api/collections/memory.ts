/*
 * A backend may decide by what it has in memory of a collection what a change does to its columns. After an import that
 * failed, whoever sent it, that can differ from what is stored: the next change of the collection, even of a rule, would
 * drop columns with their values. So it is compared before each change, and where the two differ nothing is sent.
 */
import { type CallOptions, sendRequest } from '#api/client.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { randomSecret } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { WrongMemory } from '#domain/collections/wrong-memory.ts';
import { capabilities } from '#wire/capabilities.ts';
import { saveCollectionRequest } from '#wire/collection-saves.ts';
import { isSameStored } from '#wire/save-collection.ts';
import { getCollection, getInMemory, requestDelete } from './collection.ts';
import { listCollections } from './collections.ts';

const CHANGED_MESSAGE =
  'The collection was changed elsewhere at the same moment, so nothing was sent. Try again to see what has changed.';

/** As it is stored and as it is in memory; undefined where these differ. Throws ApiError. */
async function readBoth(
  id: string,
  options: CallOptions,
  known?: Collection,
): Promise<Collection | undefined> {
  const [stored, inMemory] = await Promise.all([
    known ?? getCollection(id, options),
    getInMemory(id, options),
  ]);
  return isSameStored(stored, inMemory) ? stored : undefined;
}

/** Reading it alone may end the sign-in by these until the next change: see `isReadFromList`. */
const hasProviders = ({ auth }: Collection): boolean => Boolean(auth?.own?.providers.length);

/** A stored collection, read again unless it is what is in memory. Throws ApiError, also WrongMemory. */
async function getCompared(stored: Collection, options: CallOptions, isNamed = false): Promise<Collection> {
  const { id, name } = stored;
  // Somebody may have saved it between the two answers.
  const found = (await readBoth(id, options, stored)) ?? (await readBoth(id, options));
  if (!found) throw new WrongMemory(isNamed ? name : undefined);
  return found;
}

/** Loads a collection that may be changed later, by its id. Throws ApiError, also WrongMemory. */
export async function getSound(id: string, options: CallOptions = {}): Promise<Collection> {
  const stored = await getCollection(id, options);
  if (!capabilities().hasCollectionMemory || hasProviders(stored)) return stored;
  return getCompared(stored, options);
}

interface Change<T> {
  /** What is in memory, as far as it was read alone, and is what is stored. Throws ApiError, also WrongMemory. */
  readonly check: () => Promise<unknown>;
  readonly change: () => Promise<T>;
  /** The stored collections that are read alone. */
  readonly stored: readonly Collection[];
  /** Whether a collection is changed, after which the backend has all secrets in memory again. */
  readonly isReloading?: boolean;
  /** Whether a failure leaves what was refused in memory. */
  readonly isImport?: boolean;
}

/** Changes what was checked; secrets that the backend has forgotten while it answered come back in any case. */
async function changeChecked<T>(options: Change<T>): Promise<T> {
  const { check, change, stored, isReloading = true, isImport = false } = options;
  const recall = async (isNeeded = stored.some(hasProviders)) => {
    // Not with the signal of the caller, who may have stopped.
    if (isNeeded) await reloadMemory().catch(() => {});
  };
  try {
    await check();
  } catch (thrown) {
    await recall();
    throw thrown;
  }
  try {
    const result = await change();
    if (!isReloading) await recall();
    return result;
  } catch (thrown) {
    await recall(isImport || undefined);
    throw thrown;
  }
}

/**
 * Changes a stored collection by `change`, unless what the backend has in memory of it is wrong, or it is not stored any
 * more as the caller has read it. Throws ApiError, also WrongMemory.
 * @param isReloading whether the collection itself is changed, and not its records alone
 */
export async function changeSound<T>(
  { id, raw }: Pick<Collection, 'id' | 'raw'>,
  options: CallOptions,
  change: () => Promise<T>,
  isReloading = true,
): Promise<T> {
  if (!capabilities().hasCollectionMemory) return change();
  const stored = await getCollection(id, options);
  const check = async () => {
    const now = await getCompared(stored, options);
    if (raw && !isSameStored({ ...now, raw }, now))
      throw new ApiError({ status: 409, message: CHANGED_MESSAGE });
  };
  return changeChecked({ check, change, stored: [stored], isReloading });
}

/** At a time. */
const CHECKS = 4;

/** {@link changeSound} for an import of collections, those of these ids that are stored. */
export async function changeAllSound<T>(
  ids: readonly string[],
  options: CallOptions,
  change: () => Promise<T>,
): Promise<T> {
  if (!capabilities().hasCollectionMemory) return change();
  const sent = new Set(ids);
  const stored = (await listCollections(options)).filter(({ id }) => sent.has(id));
  const check = () =>
    inParallel(stored, CHECKS, async (one) => {
      await getCompared(one, options, true);
    });
  return changeChecked({ check, change, stored, isImport: true });
}

/** Makes the backend read its collections again, by creating an empty one and deleting it. Throws ApiError. */
export async function reloadMemory(options: CallOptions = {}): Promise<void> {
  const name = `atoll_reload_${randomSecret(12)}`;
  const made = await sendRequest<{ readonly id: string }>(
    saveCollectionRequest(undefined, { name, type: 'base' }),
    options,
  );
  await requestDelete(made.id, options);
}
