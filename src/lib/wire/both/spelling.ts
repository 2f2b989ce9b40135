/* How keys are written in the text of collections: a backend ignores their case, and takes the last of several. */
import { isObject } from '#domain/app/lenient.ts';

/** The backend takes the long s for an s, too. */
const folded = (name: string): string => name.toLowerCase().replaceAll('ſ', 's');

/**
 * Gives the keys of an object the case of `paths`, and leaves any other value, and keys that are not there, as they are: a
 * review would else miss a rule or a field.
 * @param paths keys, or paths of them, such as `options.max`
 */
export function spelling(paths: readonly string[]): (value: unknown) => unknown {
  const names = paths.flatMap((path) => path.split('.'));
  const known = new Map(names.map((name) => [folded(name), name]));
  return (value) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, member]) => [known.get(folded(name)) ?? name, member]),
        )
      : value;
}
