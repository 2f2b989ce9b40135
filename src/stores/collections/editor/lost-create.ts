import { type CallOptions, toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { isOutcomeUnknown } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';

/** A collection that is stored although the response to its creation was lost, and the values that were sent. */
export interface FoundCollection {
  readonly stored: Collection;
  readonly sent: CollectionValues;
}

/** Finds the collection of a creation whose response was lost: its name is in use, so it can't be sent again. */
export interface LostCreate {
  /** Call after a failed creation; `known` are the collections of that time. */
  readonly failed: (thrown: unknown, sent: CollectionValues, known: readonly Collection[]) => void;
  /** Call before another one. Throws ApiError. */
  readonly find: (options: CallOptions) => Promise<FoundCollection | undefined>;
}

/** Whether a stored collection has the type and the fields that were sent. */
const isCreatedFrom = ({ type, schema }: Collection, sent: CollectionValues): boolean => {
  const names = sent.fields.filter(({ toDelete }) => !toDelete).map(({ name }) => name);
  return type === sent.type && (type === 'view' || names.join() === schema.map(({ name }) => name).join());
};

/** Creates the check for one editor. */
export function createLostCreate(): LostCreate {
  let last: { readonly sent: CollectionValues; readonly knownIds: ReadonlySet<string> } | undefined;
  return {
    failed: (thrown, sent, known) => {
      const isUnknown = isOutcomeUnknown(toApiError(thrown));
      if (isUnknown) last = { sent, knownIds: new Set(known.map(({ id }) => id)) };
    },
    find: async (options) => {
      if (!last) return undefined;
      const { sent, knownIds } = last;
      let stored: Collection | undefined;
      try {
        stored = await getCollection(sent.name, options);
      } catch (thrown) {
        if (toApiError(thrown).status !== 404) throw thrown;
      }
      last = undefined;
      return stored && !knownIds.has(stored.id) && isCreatedFrom(stored, sent) ? { stored, sent } : undefined;
    },
  };
}
