import { dequal } from 'dequal/lite';
import type { AtPaths, KeptSecret, Secret } from '#domain/backend/settings.ts';
import { mergeParts, type Versions } from '#domain/model/parts.ts';
import type { FieldErrors } from './api-error.ts';
import { flag, type JsonObject, members, ownOf, parseJson, text } from './lenient.ts';
import { SECRET_MASK } from './secret-mask.ts';

/** Undefined is an empty number. */
export type SettingValue = string | number | boolean | null | undefined | KeptSecret;

export interface SettingField<Value extends SettingValue = SettingValue> {
  readonly label: string;
  readonly read: (value: unknown) => Value;
  /** Never part of a draft. */
  readonly isSecret?: boolean;
}

/** By their path, such as `smtp.host`; messages have this path, too. */
export type SettingFields = Readonly<Record<string, SettingField>>;

export type SettingValues<Fields extends SettingFields> = {
  readonly [Path in keyof Fields]: ReturnType<Fields[Path]['read']>;
};

export const textField = (label: string): SettingField<string> => ({ label, read: text });
export const flagField = (label: string): SettingField<boolean> => ({ label, read: flag });
export const secretField = (label: string): SettingField<Secret> => ({ label, read: text, isSecret: true });
export const numberField = (label: string): SettingField<number | undefined> => ({
  label,
  read: (value) => (typeof value === 'number' ? value : undefined),
});

/** The members of a section, such as fields or values, by their paths. */
export function atPaths<Section extends string, Members extends object>(
  section: Section,
  values: Members,
): AtPaths<Section, Members> {
  const entries = Object.entries(values).map(([name, value]) => [`${section}.${name}`, value]);
  return Object.fromEntries(entries);
}

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

/** What is shown where nothing is stored. */
export const emptyValues = <Fields extends SettingFields>(fields: Fields): SettingValues<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, { read }]) => [path, read(undefined)]),
  ) as SettingValues<Fields>;

/** Edited values, for the rest what is stored by now. A field that both changed keeps the typed value: a conflict. */
export function mergeSettings<Values extends object>(versions: Versions<Values>) {
  const { values, conflicts } = mergeParts(
    pathsOf(versions.mine).map((id) => ({ id })),
    versions,
  );
  return { values, conflicts: conflicts.map(({ part }) => part.id) };
}

export const pathsOf = <Values extends object>(values: Values) =>
  Object.keys(values) as (keyof Values & string)[];

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
export const formatSettingsDraft = ({ edits, base }: FieldsDraft): string =>
  JSON.stringify({ ...edits, [BASE]: base }, (_path, value) => value ?? null);

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
        return field && !field.isSecret && dequal(value ?? null, found) ? [[path, value] as const] : [];
      }),
    );
  const draft = members(parseJson(stored));
  const edits = draftOf(fields, values, { ...values, ...valid(draft) });
  return edits && { edits, base: valid(members(draft[BASE])) };
}
