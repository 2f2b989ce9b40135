/* The edits of a form of settings when they are saved: what is wrong with them, and what others have changed meanwhile. */
import { mergeParts, type Versions } from '#domain/model/parts.ts';
import type { FieldErrors } from './api-error.ts';
import { ownOf } from './lenient.ts';
import { SECRET_MASK } from './secret-mask.ts';
import { pathsOf, type SettingFields } from './settings-fields.ts';

/** The backend refuses a number that is not whole without naming its field. A typed mask would look like a kept secret. */
export function settingErrors(fields: SettingFields, values: object): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [path, value] of Object.entries(values)) {
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      errors[path] = 'Enter a valid whole number.';
    if (value === SECRET_MASK && ownOf(fields, path)?.isSecret)
      errors[path] = `Enter another value: PocketBase takes ${SECRET_MASK} for the saved one.`;
  }
  return errors;
}

/** Edited values, for the rest what is stored by now. A field that both changed keeps the typed value: a conflict. */
export function mergeSettings<Values extends object>(versions: Versions<Values>) {
  const { values, conflicts } = mergeParts(
    pathsOf(versions.mine).map((id) => ({ id })),
    versions,
  );
  return { values, conflicts: conflicts.map(({ part }) => part.id) };
}
