/* The parts of a form that saves a record. */

export interface FormPart {
  readonly name: string;
  readonly value: string | File;
}

/** No name of a field has a dot. */
const REMOVED = /^([^.@]+)\.(.+)$/s;

/**
 * A file under the name of its field replaces all that are there, unless names under it say which ones stay; a plus adds
 * it, and a minus removes names.
 */
export function formParts(parts: readonly FormPart[]): readonly FormPart[] {
  const ordered = new Set(parts.filter(({ value }) => typeof value === 'string').map(({ name }) => name));
  return parts.map((part) => {
    const { name, value } = part;
    if (typeof value !== 'string') return ordered.has(name) ? part : { name: `${name}+`, value };
    const [, field, stored = ''] = REMOVED.exec(name) ?? [];
    return field ? { name: `${field}-`, value: stored } : part;
  });
}
