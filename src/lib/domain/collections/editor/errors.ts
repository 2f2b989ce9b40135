import type { FieldErrors } from '#domain/app/api-error.ts';
import type { CollectionType } from '#domain/backend/collection.ts';
import { rulesOf } from '../rules.ts';
import { type CollectionValues, sentFields } from './values.ts';

/** The tabs of the collection editor; 'fields' is called 'Query' for views. */
export type EditorTab = 'fields' | 'rules' | 'options';

/** Messages of one field by its member: `name`, `max`, ... */
export type OneFieldErrors = Readonly<Record<string, string>>;

/** An entry of a list among the options: `fields.3.thumbs.1`, `auth.onlyDomains.0`. */
const LIST_ENTRY = /^((?:fields\.(\d+)|auth)\.(\w+))\.(\d+)$/;

/** Moves messages about entries of a list to the list, which has the input: '50x: Must be in a valid format.' */
export function gatherListErrors(sent: CollectionValues, errors: FieldErrors): FieldErrors {
  const merged = new Map<string, string>();
  for (const [name, message] of Object.entries(errors)) {
    const [, path, field, option = '', entry] = LIST_ENTRY.exec(name) ?? [];
    if (path === undefined) {
      merged.set(name, message);
      continue;
    }
    const owner = field === undefined ? sent : sentFields(sent)[Number(field)];
    const list = owner?.options[option];
    const text: unknown = Array.isArray(list) ? list[Number(entry)] : undefined;
    const line = `${typeof text === 'string' ? text : entry}: ${message}`;
    const before = merged.get(path);
    merged.set(path, before === undefined ? line : `${before} ${line}`);
  }
  return Object.fromEntries(merged);
}

/** The messages below a path, by the rest of their paths. */
export function errorsUnder(errors: FieldErrors, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([name]) => name.startsWith(`${prefix}.`))
      .map(([name, message]) => [name.slice(prefix.length + 1), message]),
  );
}

/** The messages about fields (`fields.3.name`) by the fields' keys. Positions are those of the values that were sent. */
export function errorsByField(
  sent: CollectionValues,
  errors: FieldErrors,
): Readonly<Record<string, OneFieldErrors>> {
  return Object.fromEntries(
    sentFields(sent)
      .map(({ key }, position) => [key, errorsUnder(errors, `fields.${position}`)] as const)
      .filter(([, own]) => Object.keys(own).length > 0),
  );
}

/** Keys of the fields with messages about their options, in order. The message of a name is always visible. */
export const keysWithOptionErrors = (errors: ReturnType<typeof errorsByField>): string[] =>
  Object.entries(errors)
    .filter(([, own]) => Object.keys(own).some((name) => name !== 'name'))
    .map(([key]) => key);

/** The path of a field's messages; undefined for a field that wasn't sent. */
export function fieldErrorPath(sent: CollectionValues, key: string): string | undefined {
  const position = sentFields(sent).findIndex((field) => field.key === key);
  return position < 0 ? undefined : `fields.${position}`;
}

/** Messages of indexes by their positions. */
export const indexErrors = (errors: FieldErrors): Readonly<Record<number, string>> =>
  errorsUnder(errors, 'indexes');

/** The messages about the columns of a view's query: '0: Must be in a valid format.'. */
export function viewColumnErrors(errors: FieldErrors): string[] {
  return Object.entries(errorsUnder(errors, 'fields'))
    .map(([path, message]) => ({ column: path.split('.')[0] ?? '', message }))
    .sort((a, b) => Number(a.column) - Number(b.column))
    .map(({ column, message }) => `${column}: ${message}`);
}

const FIELD_PART = /^fields\.(\d+)\.(.+)$/;
/** Of its name and its own members. */
const FIELD_INPUT = /^fields\.\d+\.(?!(?:id|type|options|isSystem|isRequired|isPresentable)$).+$/;

/** Paths of messages that have an input in every collection, and in a collection of each type. */
const SHOWN = /^(name|fields|indexes\.\d+)$/;
const SHOWN_OF_TYPE: Readonly<Record<CollectionType, RegExp>> = {
  base: FIELD_INPUT,
  auth: new RegExp(`${FIELD_INPUT.source}|^auth\\..+$|^authRule$`),
  view: /^(fields\..+|query)$/,
};

/** Whether the editor of a collection of this type shows a message next to an input. */
export function isShownError(type: CollectionType, name: string): boolean {
  return SHOWN.test(name) || SHOWN_OF_TYPE[type].test(name) || rulesOf(type).some((rule) => rule === name);
}

/** The label of a message in a toast: 'title (max)' for `fields.3.max`. */
export function errorLabel(sent: CollectionValues, name: string): string {
  const [, position, part] = FIELD_PART.exec(name) ?? [];
  const field = position === undefined ? undefined : sentFields(sent)[Number(position)];
  return field ? `${field.name || 'unnamed field'} (${part})` : name;
}

function tabOf(type: CollectionType, part: string | undefined): EditorTab | undefined {
  if (part === 'fields' || part === 'indexes' || (type === 'view' && part === 'query')) return 'fields';
  if (part === 'authRule' || rulesOf(type).some((rule) => rule === part)) return 'rules';
  return type === 'auth' && part === 'auth' ? 'options' : undefined;
}

/** The tabs with messages, which are marked with 'Has errors'. */
export function tabsWithErrors({ type }: CollectionValues, errors: FieldErrors): ReadonlySet<EditorTab> {
  const found = new Set(Object.keys(errors).map((name) => tabOf(type, name.split('.')[0])));
  return new Set((['fields', 'rules', 'options'] as const).filter((tab) => found.has(tab)));
}
