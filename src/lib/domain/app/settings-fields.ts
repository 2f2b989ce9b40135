import type { AtPaths, KeptSecret, RateRule, Secret } from '#domain/backend/settings.ts';
import { flag, text, texts } from './lenient.ts';

/** Undefined is an empty number, or a setting that the backend does not have. */
export type SettingValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | KeptSecret
  | readonly string[]
  | readonly RateRule[];

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

export const textsField = (label: string): SettingField<readonly string[]> => ({ label, read: texts });

/** Undefined where the backend has no such setting, which a form then neither shows nor sends. */
export const optional = <Value extends SettingValue>(
  field: SettingField<Value>,
): SettingField<Value | undefined> => ({
  ...field,
  read: (value) => (value === undefined ? undefined : field.read(value)),
});

/** The path of the field that a message is about: it may be about an item of a list, such as `proxy.headers.0`. */
export const fieldPathOf = (path: string): string => path.replace(/\.\d+(\..*)?$/, '');

/** The members of a section, such as fields or values, by their paths. */
export function atPaths<Section extends string, Members extends object>(
  section: Section,
  values: Members,
): AtPaths<Section, Members> {
  const entries = Object.entries(values).map(([name, value]) => [`${section}.${name}`, value]);
  return Object.fromEntries(entries);
}

/** What is shown where nothing is stored. */
export const emptyValues = <Fields extends SettingFields>(fields: Fields): SettingValues<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([path, { read }]) => [path, read(undefined)]),
  ) as SettingValues<Fields>;

export const pathsOf = <Values extends object>(values: Values) =>
  Object.keys(values) as (keyof Values & string)[];
