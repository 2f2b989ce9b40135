import type { CallOptions } from '#api/client.ts';
import { getCollection, updateCollection } from '#api/collections/collections.ts';
import { list, members, parseJson, text } from '#domain/app/lenient.ts';
import { TRIED_INDEXES_KEY } from '#domain/app/storage-keys.ts';
import { buildIndex } from '#domain/collections/editor/index-sql/build.ts';
import { randomIndexName } from '#domain/collections/editor/names.ts';
import type { PlannedIndex } from '#domain/logs/index-advice.ts';
import { createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';

/** An index with the name by which it is found again. */
export interface NamedIndex {
  readonly planned: PlannedIndex;
  readonly name: string;
}

export const named = (planned: PlannedIndex): NamedIndex => ({ planned, name: randomIndexName() });

/** Adds an index to those that its collection has now; throws ApiError. */
export async function addIndex({ planned, name }: NamedIndex, options: CallOptions): Promise<void> {
  const { collectionId, columns } = planned;
  const { name: tableName, indexes } = await getCollection(collectionId, options);
  const sql = buildIndex({
    ...{ unique: false, optional: false, schemaName: '', where: '' },
    ...{ indexName: name, tableName, columns },
  });
  await updateCollection(collectionId, { indexes: [...indexes, sql] }, options);
}

/** Removes an index from those that its collection has now; false when it is not there. Throws ApiError. */
export async function removeIndex({ planned, name }: NamedIndex, options: CallOptions): Promise<boolean> {
  const { indexes } = await getCollection(planned.collectionId, options);
  // The name is a random one: no other statement has it.
  const others = indexes.filter((sql) => !sql.includes(name));
  if (others.length === indexes.length) return false;
  await updateCollection(planned.collectionId, { indexes: others }, options);
  return true;
}

function parseNamed(stored: unknown): NamedIndex {
  const { planned, name } = members(stored);
  const { collectionId, collectionName, columns } = members(planned);
  return {
    name: text(name),
    planned: {
      collectionId: text(collectionId),
      collectionName: text(collectionName),
      columns: list(columns, (column) => ({
        name: text(members(column)['name']),
        collate: '',
        sort: members(column)['sort'] === 'DESC' ? 'DESC' : '',
      })),
    },
  };
}

const tried = createPreference<readonly NamedIndex[]>({
  key: TRIED_INDEXES_KEY,
  initial: [],
  decode: (stored) =>
    list(parseJson(stored), parseNamed).filter(({ name, planned }) => name && planned.collectionId),
  encode: jsonUnlessEmpty,
});

/**
 * The indexes that were sent by trials and neither kept nor taken back. This device remembers them: a tab may be closed
 * in the middle.
 */
export const openIndexes = (): readonly NamedIndex[] => tried.$value.get();
export const rememberIndex = (index: NamedIndex): void => void tried.update((all) => [...all, index]);
export const forgetIndexes = (indexes: readonly NamedIndex[]): void =>
  void tried.update((all) => all.filter(({ name }) => !indexes.some((other) => other.name === name)));
