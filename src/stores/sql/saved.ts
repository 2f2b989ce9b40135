import { KEEPS_SQL_KEY, SQL_HISTORY_KEY } from '#domain/app/later-keys.ts';
import { parseTextList } from '#domain/app/lenient.ts';
import { parseQueries, QUERIES_OWNER, withRun } from '#domain/sql/saved.ts';
import { createFlagPreference, createPreference, jsonUnlessEmpty } from '#stores/base/create-preference.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createNamedItems } from '#stores/factories/create-named-items.ts';
import { storedQueries } from './stored-queries.ts';

/** The saved queries, on this device or shared. */
export const queries = createNamedItems({
  stored: storedQueries,
  parse: parseQueries,
  noun: 'query',
  nouns: 'queries',
  $collections: $collectionList,
});

/** Saves a text by name; it replaces the one with this name. */
export const saveQuery = (name: string, sql: string): void =>
  void queries.save(QUERIES_OWNER, { name, isDefault: false }, { sql });

const history = createPreference<readonly string[]>({
  key: SQL_HISTORY_KEY,
  initial: [],
  decode: parseTextList,
  encode: jsonUnlessEmpty,
});
const keeps = createFlagPreference(KEEPS_SQL_KEY, true);

/** What was run on this device, newest first. */
export const $history = history.$value;
/** Whether what is run is kept on this device. */
export const $keepsHistory = keeps.$value;

export const keepRun = (text: string): void => {
  if ($keepsHistory.get()) history.update((texts) => withRun(texts, text));
};
export const clearHistory = (): void => void history.update(() => []);

/** Keeps what is run, or not any more, and forgets what was kept then. */
export function keepHistory(isKept: boolean): void {
  keeps.update(() => isKept);
  if (!isKept) clearHistory();
}
