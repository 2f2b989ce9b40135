/* The draft of a form of settings. */
import { dequal } from 'dequal/lite';
import { type JsonObject, members, ownOf, parseJson } from './lenient.ts';
import type { SettingFields } from './settings-fields.ts';

/** Changed values that a draft may keep; undefined when there are none. */
export function draftOf(fields: SettingFields, base: object, values: object): JsonObject | undefined {
  const before = new Map(Object.entries(base));
  const changed = Object.entries(values).filter(
    ([path, value]) => ownOf(fields, path)?.isSecret !== true && !dequal(value, before.get(path)),
  );
  return changed.length ? Object.fromEntries(changed) : undefined;
}

/** By path: unsaved edits, and what was stored in their fields when they were typed. */
export interface FieldsDraft {
  readonly edits: JsonObject;
  /** Drafts of older versions have none. */
  readonly base: JsonObject | undefined;
}

const BASE = '@base';

/** An emptied number, which JSON has no value for, is null. */
const formatted = (value: unknown): string => JSON.stringify(value, (_path, member) => member ?? null);

export const formatSettingsDraft = ({ edits, base }: FieldsDraft): string =>
  formatted({ ...edits, [BASE]: base });

/**
 * Leaves out unknown paths, secrets, values of another type and edits that the form has already. `pathOf`: of the name
 * that a field had when an older version stored the draft.
 */
export function parseSettingsDraft(
  fields: SettingFields,
  values: object,
  stored: string,
  pathOf: (name: string) => string = (name) => name,
): FieldsDraft | undefined {
  const valid = (read: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(read).flatMap(([name, found]) => {
        const path = pathOf(name);
        const field = ownOf(fields, path);
        const value = field?.read(found);
        return field && !field.isSecret && dequal(parseJson(formatted(value)), found)
          ? [[path, value] as const]
          : [];
      }),
    );
  const draft = members(parseJson(stored));
  const edits = draftOf(fields, values, { ...values, ...valid(draft) });
  return edits && { edits, base: valid(members(draft[BASE])) };
}
