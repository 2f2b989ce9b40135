/* Why an import of collections was refused. */
import { isObject, parseJson, text } from '#domain/app/lenient.ts';
import type { ImportRefusal, Problem } from '#domain/backend/problem.ts';

/** The beginning of a message about a collection, whose details follow as JSON; some versions say more before it. */
const OF_COLLECTION =
  /^(?:.*\n(?:collections: )?)?(Data validations failed for collection ".*" \((.+)\)):\n([\s\S]*?)\.?$/;

function* leavesOf(value: unknown, path: string): Generator<Problem> {
  if (!isObject(value)) yield { path, text: text(value) };
  else
    for (const [name, member] of Object.entries(value))
      yield* leavesOf(member, path ? `${path}.${name}` : name);
}

/**
 * Reads the text of a problem; undefined if it is not about a collection.
 * @param fieldPath writes `fields.1.maxSize`, with the key of the file, for the path of a problem of a field
 */
export const readRefusal =
  (fieldPath: (path: string) => string) =>
  (message: string): ImportRefusal | undefined => {
    const [, title, id = '', details] = OF_COLLECTION.exec(message) ?? [];
    const errors = parseJson(details);
    if (title === undefined || !isObject(errors)) return undefined;
    return {
      title,
      id,
      problems: Array.from(leavesOf(errors, ''), ({ path, ...rest }) => ({ path: fieldPath(path), ...rest })),
    };
  };
