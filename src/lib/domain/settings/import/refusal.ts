import type { FieldErrors } from '#domain/app/api-error.ts';
import { isObject } from '#domain/app/is-object.ts';
import { parseJson, text } from '#domain/app/lenient.ts';
import { parseCollection } from '#domain/collections/collection.ts';
import { errorLabel } from '#domain/collections/editor/errors.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import { byId, importedAs } from './effective.ts';
import { indexesOf, indexName, type RawCollection } from './raw.ts';
import type { Plan } from './tools.ts';

/** How the backend begins a message about a collection, whose details follow as JSON. */
const OF_COLLECTION = /^(Data validations failed for collection ".*" \((.+)\)):\n([\s\S]*?)\.?$/;
const INDEX = /^indexes\.(\d+)$/;

function* leavesOf(value: unknown, path: string): Generator<readonly [path: string, message: string]> {
  if (!isObject(value)) yield [path, text(value)];
  else
    for (const [name, member] of Object.entries(value))
      yield* leavesOf(member, path ? `${path}.${name}` : name);
}

/** A message about a collection with the names of its fields in place of their positions. */
function namedMessage(message: string, { existing, imported, mode }: Plan): string {
  const [, title, id = '', details] = OF_COLLECTION.exec(message) ?? [];
  const errors = parseJson(details);
  const [old, fresh] = [byId(existing).get(id), byId(imported).get(id)];
  const collection = old && fresh ? importedAs(old, fresh, mode) : (fresh ?? old);
  if (title === undefined || !collection || !isObject(errors)) return message;
  const values = valuesOf(parseCollection(collection));
  const lines = [...leavesOf(errors, '')].map(([path, reason]) => `${errorLabel(values, path)}: ${reason}`);
  return `${title}: ${lines.join('; ')}`;
}

/** A message about an index after the name of its collection in place of its position, if that is clear. */
function namedIndex(path: string, message: string, imported: readonly RawCollection[]): string {
  const position = INDEX.exec(path)?.[1] ?? '';
  const owner = imported.find((one) => {
    const sql = indexesOf(one)[Number(position)];
    return position && sql && message.includes(` ${indexName(sql)} `);
  });
  return `${owner?.name ?? path}: ${message}`;
}

/** What the backend says of an import that it refuses, by collection and field; `errors` are its messages by path. */
export const namedRefusal = (errors: FieldErrors, plan: Plan): string =>
  Object.entries(errors)
    .map(([path, message]) =>
      path === 'collections' ? namedMessage(message, plan) : namedIndex(path, message, plan.imported),
    )
    .join(' ');
