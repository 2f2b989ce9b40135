import { type Collection, listedFields } from '#domain/backend/collection.ts';
import type { Problem } from '#domain/backend/problem.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { byId, type Collections, indexName, type Outcome } from './outcome.ts';

/**
 * Why an index of an import would be dropped, left out or cut, as two have one name. Those of deleted collections are
 * free. `loadTools` is called only if there is an index to check.
 */
export async function importedIndexProblem(
  { existing, imported, after }: Outcome,
  loadTools: () => Promise<IndexTools>,
): Promise<string | undefined> {
  const stored = byId(existing);
  const changed = imported
    .map(({ id, name, indexes }) => {
      const old = stored.get(id)?.indexes ?? [];
      return { id, name, old, indexes, fresh: new Set(indexes).difference(new Set(old)) };
    })
    .filter(({ fresh }) => fresh.size);
  if (!changed.length) return undefined;
  const tools = await loadTools();
  const indexed = [...existing.filter(({ id }) => after.has(id)), ...imported];
  for (const { id, name, old, indexes, fresh } of changed) {
    const errors = tools.nameErrors({ id, indexes }, old, indexed);
    for (const [position, sql] of indexes.entries()) {
      const message = errors.get(position)?.message ?? (fresh.has(sql) && tools.cutProblem(sql));
      if (message) return `Index ${tools.parseIndex(sql)?.indexName} of ${name}: ${message}`;
    }
  }
  return undefined;
}

const INDEX = /^indexes\.(\d+)$/;
const FIELD_PART = /^fields\.(\d+)(?:\.(.+))?$/;

/** As the text that is imported calls it: 'data (maxSize)' for `fields.1.maxSize`, 'data' for all of the field. */
function labelOf(path: string, collection: Collection): string {
  const [, position, part] = FIELD_PART.exec(path) ?? [];
  const field = listedFields(collection)[Number(position)];
  if (!field) return path;
  const name = field.name || 'unnamed field';
  return part === undefined ? name : `${name} (${part})`;
}

/** About a collection, with the names of fields in place of their positions. */
function namedMessage(message: string, { after, format }: Outcome): string {
  const refusal = format.readRefusal(message);
  const collection = refusal && after.get(refusal.id);
  if (!collection) return message;
  const lines = refusal.problems.map(({ path, text }) => `${labelOf(path, collection)}: ${text}`);
  return `${refusal.title}: ${lines.join('; ')}`;
}

/** About an index, after the name of its collection in place of its position, if that is clear. */
function namedIndex(path: string, message: string, imported: Collections): string {
  const position = INDEX.exec(path)?.[1] ?? '';
  const owner = imported.find((one) => {
    const sql = one.indexes[Number(position)];
    return position && sql && message.includes(` ${indexName(sql)} `);
  });
  return `${owner?.name ?? path}: ${message}`;
}

/** By collection and field. */
export const namedRefusal = (problems: readonly Problem[], outcome: Outcome): string =>
  problems
    .map(({ path, text }) =>
      path === 'collections' ? namedMessage(text, outcome) : namedIndex(path, text, outcome.imported),
    )
    .join(' ');
