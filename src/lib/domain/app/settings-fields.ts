import { dequal } from 'dequal/lite';
import type { FieldErrors } from './api-error.ts';
import { flag, isObject, type JsonObject, members, ownOf, parseJson, text } from './lenient.ts';
import { SECRET_MASK, TYPED_MASK } from './secret-mask.ts';
import type { Versions } from './versions.ts';

/** Undefined is an empty number. */
export type SettingValue = string | number | boolean | null | undefined;

export interface SettingField<Value extends SettingValue = SettingValue> {
  readonly label: string;
  readonly read: (value: unknown) => Value;
  /** Never part of a draft; the server returns {@link SECRET_MASK} instead of it. */
  readonly isSecret?: boolean;
}

/** By their path in the settings, such as `smtp.host`; messages of the backend have this path. */
export type SettingFields = Readonly<Record<string, SettingField>>;

export type SettingValues<Fields extends SettingFields> = {
  readonly [Path in keyof Fields]: ReturnType<Fields[Path]['read']>;
};

export const textField = (label: string): SettingField<string> => ({ label, read: text });
export const flagField = (label: string): SettingField<boolean> => ({ label, read: flag });
export const secretField = (label: string): SettingField<string> => ({ label, read: text, isSecret: true });
export const numberField = (label: string): SettingField<number | undefined> => ({
  label,
  read: (value) => (typeof value === 'number' ? value : undefined),
});

export type AtPaths<Section extends string, Members> = {
  readonly [Name in keyof Members & string as `${Section}.${Name}`]: Members[Name];
};

/** The members of a section, such as fields or values, by their paths. */
export function atPaths<Section extends string, Members extends object>(
  section: Section,
  values: Members,
): AtPaths<Section, Members> {
  const entries = Object.entries(values).map(([name, value]) => [`${section}.${name}`, value]);
  return Object.fromEntries(entries);
}

/** The backend refuses a number that is not whole without naming its field. A mask keeps the saved secret. */
export function settingErrors(values: object): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [path, value] of Object.entries(values)) {
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      errors[path] = 'Enter a valid whole number.';
    if (value === TYPED_MASK)
      errors[path] = `Enter another value: PocketBase takes ${SECRET_MASK} for the saved one.`;
  }
  return errors;
}

const namesOf = (path: string): readonly string[] => path.split('.');

const valueAt = (settings: JsonObject, path: string): unknown =>
  namesOf(path).reduce<unknown>((parent, name) => ownOf(members(parent), name), settings);

/** Reads the values of all fields from the backend's settings. */
export function readSettings<Fields extends SettingFields>(
  fields: Fields,
  settings: JsonObject,
): SettingValues<Fields> {
  const entries = Object.entries(fields).map(([path, { read }]) => [path, read(valueAt(settings, path))]);
  return Object.fromEntries(entries);
}

/** Edited values, for the rest what is stored by now. A field that both changed keeps the typed value: a conflict. */
export function mergeSettings<Values extends object>({ base, mine, theirs }: Versions<Values>) {
  const paths = pathsOf(mine);
  const isUntouched = (path: keyof Values) => dequal(mine[path], base[path]);
  const isConflict = (path: keyof Values) =>
    !isUntouched(path) && !dequal(theirs[path], base[path]) && !dequal(theirs[path], mine[path]);
  const kept = Object.fromEntries(paths.filter(isUntouched).map((path) => [path, theirs[path]]));
  return { values: { ...mine, ...kept }, conflicts: paths.filter(isConflict) };
}

export const pathsOf = <Values extends object>(values: Values) =>
  Object.keys(values) as (keyof Values & string)[];

/** The server keeps a stored secret only when it is left out. */
function withoutMasks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMasks);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== SECRET_MASK);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutMasks(member)]));
}

/** A copy with another value at a path of members. */
export function withValue(
  parent: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  const member = rest.length ? withValue(members(ownOf(parent, name)), rest, value) : value;
  return { ...parent, [name]: member };
}

/** The mask of a secret, or an empty value of a member that the backend did not return. */
const isLeftOut = (field: SettingField, value: unknown, stored: unknown): boolean =>
  (field.isSecret === true && value === SECRET_MASK) ||
  (stored === undefined && dequal(value, field.read(undefined)));

/** The body of the request: whole sections, each as it is stored, with the values in place. */
export function settingsBody(fields: SettingFields, stored: JsonObject, values: object): JsonObject {
  const sections = new Set(Object.keys(fields).map((path) => namesOf(path)[0] ?? ''));
  const start: JsonObject = Object.fromEntries(
    [...sections].map((name) => [name, members(ownOf(stored, name))]),
  );
  return Object.entries(values)
    .filter(([path, value]) => {
      const field = ownOf(fields, path);
      return field !== undefined && !isLeftOut(field, value, valueAt(stored, path));
    })
    .reduce(
      (settings, [path, value]) => withValue(settings, namesOf(path), value),
      members(withoutMasks(start)),
    );
}

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

/** Leaves out unknown paths, secrets, values of another type and edits that the form has already. */
export function parseSettingsDraft(
  fields: SettingFields,
  values: object,
  stored: string,
): FieldsDraft | undefined {
  const valid = (read: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(read).flatMap(([path, found]) => {
        const field = ownOf(fields, path);
        const value = field?.read(found);
        return field && !field.isSecret && dequal(value ?? null, found) ? [[path, value] as const] : [];
      }),
    );
  const draft = members(parseJson(stored));
  const edits = draftOf(fields, values, { ...values, ...valid(draft) });
  return edits && { edits, base: valid(members(draft[BASE])) };
}
