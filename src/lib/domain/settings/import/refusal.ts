import type { FieldErrors } from '#domain/app/api-error.ts';
import { isObject, parseJson, text } from '#domain/app/lenient.ts';
import { parseCollection } from '#domain/collections/collection.ts';
import { errorLabel } from '#domain/collections/editor/errors.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import { byId, type Outcome } from './outcome.ts';
import { indexesOf, indexName, type RawCollections } from './raw.ts';

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
    .map(({ id, name, ...rest }) => {
      const [old, indexes] = [indexesOf(stored.get(id) ?? {}), indexesOf(rest)];
      return { id, name, old, indexes, fresh: new Set(indexes).difference(new Set(old)) };
    })
    .filter(({ fresh }) => fresh.size);
  if (!changed.length) return undefined;
  const tools = await loadTools();
  const present = [...existing.filter(({ id }) => after.has(id)), ...imported];
  const indexed = present.map((one) => ({ id: one.id, indexes: indexesOf(one) }));
  for (const { id, name, old, indexes, fresh } of changed) {
    const errors = tools.nameErrors({ id, indexes }, old, indexed);
    for (const [position, sql] of indexes.entries()) {
      const message = errors.get(position)?.message ?? (fresh.has(sql) && tools.cutProblem(sql));
      if (message) return `Index ${tools.parseIndex(sql)?.indexName} of ${name}: ${message}`;
    }
  }
  return undefined;
}

/** The beginning of a message about a collection, whose details follow as JSON. */
const OF_COLLECTION = /^(Data validations failed for collection ".*" \((.+)\)):\n([\s\S]*?)\.?$/;
const INDEX = /^indexes\.(\d+)$/;

function* leavesOf(value: unknown, path: string): Generator<readonly [path: string, message: string]> {
  if (!isObject(value)) yield [path, text(value)];
  else
    for (const [name, member] of Object.entries(value))
      yield* leavesOf(member, path ? `${path}.${name}` : name);
}

/** About a collection, with the names of fields in place of their positions. */
function namedMessage(message: string, { after }: Outcome): string {
  const [, title, id = '', details] = OF_COLLECTION.exec(message) ?? [];
  const errors = parseJson(details);
  const collection = after.get(id);
  if (title === undefined || !collection || !isObject(errors)) return message;
  const values = valuesOf(parseCollection(collection));
  const lines = [...leavesOf(errors, '')].map(([path, reason]) => `${errorLabel(values, path)}: ${reason}`);
  return `${title}: ${lines.join('; ')}`;
}

/** About an index, after the name of its collection in place of its position, if that is clear. */
function namedIndex(path: string, message: string, imported: RawCollections): string {
  const position = INDEX.exec(path)?.[1] ?? '';
  const owner = imported.find((one) => {
    const sql = indexesOf(one)[Number(position)];
    return position && sql && message.includes(` ${indexName(sql)} `);
  });
  return `${owner?.name ?? path}: ${message}`;
}

/** By collection and field; `errors` are the messages of the backend by path. */
export const namedRefusal = (errors: FieldErrors, outcome: Outcome): string =>
  Object.entries(errors)
    .map(([path, message]) =>
      path === 'collections' ? namedMessage(message, outcome) : namedIndex(path, message, outcome.imported),
    )
    .join(' ');
