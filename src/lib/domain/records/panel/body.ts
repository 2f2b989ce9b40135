import { ownOf } from '#domain/app/lenient.ts';
import type { FileValue } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  listOf,
  textOf,
  valueKind,
} from '#domain/field-types/form-value.ts';
import type { FormField } from './fields.ts';
import { changedFields, newRecordValues } from './values.ts';

/** One part of a multipart body. */
export interface BodyPart {
  readonly name: string;
  readonly value: string | File;
}

/**
 * Name of the part that PocketBase reads as a JSON object of fields. A multipart form would change every line break in
 * a value to CR LF; JSON escapes line breaks, so the value arrives unchanged.
 */
export const JSON_PART = '@jsonPayload';

const HAS_BREAK = /[\r\n]/;

/**
 * The parts of a file field: an empty `{field}.{name}` for each deleted file, the kept names if their order
 * changed, then the new files, which the backend appends to the kept ones.
 */
function fileParts(name: string, value: FileValue, base: FileValue): BodyPart[] {
  const isKept = (stored: string) => !value.deleted.includes(stored);
  const kept = value.names.filter(isKept);
  const isMoved = base.names.filter(isKept).some((stored, index) => stored !== kept[index]);
  return [
    ...value.deleted.map((stored) => ({ name: `${name}.${stored}`, value: '' })),
    ...(isMoved ? kept.map((stored) => ({ name, value: stored })) : []),
    ...value.added.map((file) => ({ name, value: file })),
  ];
}

function bodyOf(fields: readonly FormField[], values: FormValues, base: FormValues): BodyPart[] {
  const parts: BodyPart[] = [];
  const json = new Map<string, string | readonly string[]>();
  for (const field of fields) {
    const { name } = field;
    const value = ownOf(values, name);
    if (isFileValue(value)) {
      parts.push(...fileParts(name, value, filesOf(ownOf(base, name))));
      continue;
    }
    if (field.isMultiple) {
      const list = listOf(value);
      // An empty list is one empty part.
      const sent = list.length ? list : [''];
      if (list.some((item) => HAS_BREAK.test(item))) json.set(name, list);
      else parts.push(...sent.map((item) => ({ name, value: item })));
      continue;
    }
    const text =
      typeof value === 'boolean'
        ? String(value)
        : valueKind(field.kind).toSend(textOf(value), textOf(ownOf(base, name)));
    if (HAS_BREAK.test(text)) json.set(name, text);
    else parts.push({ name, value: text });
  }
  if (json.size) parts.push({ name: JSON_PART, value: JSON.stringify(Object.fromEntries(json)) });
  return parts;
}

/** The part that adds to the value of a field or removes from it: the backend changes the value that it has then. */
export function modifierPart(
  { name, isMultiple }: FormField,
  modifier: '+' | '-',
  value: FormValue,
): BodyPart {
  const modified = `${name}${modifier}`;
  // Several parts of this name would be read as one.
  if (isMultiple) return { name: JSON_PART, value: JSON.stringify({ [modified]: listOf(value) }) };
  return { name: modified, value: textOf(value).trim() };
}

/** The body that creates a record: every field of the form, but the id only if the user typed one. */
export function createBody(fields: readonly FormField[], values: FormValues): BodyPart[] {
  const isSent = (field: FormField) => field.kind !== 'id' || textOf(ownOf(values, field.name)).trim() !== '';
  return bodyOf(fields.filter(isSent), values, newRecordValues(fields));
}

/**
 * The body that updates a record: only the changed fields, so that it does not overwrite changes of others in the other
 * fields. An empty list means that there is nothing to save.
 */
export function updateBody(fields: readonly FormField[], base: FormValues, values: FormValues): BodyPart[] {
  const changed = changedFields(fields, base, values).filter((field) => field.kind !== 'id');
  // The backend needs the password together with its confirmation.
  const hasPassword = changed.some((field) => field.kind === 'password');
  const sent = fields.filter(
    (field) => changed.includes(field) || (hasPassword && field.kind === 'password'),
  );
  return bodyOf(sent, values, base);
}

/** Total size of the files in a body, in bytes. */
export function uploadSize(parts: readonly BodyPart[]): number {
  return parts.reduce((sum, { value }) => sum + (value instanceof File ? value.size : 0), 0);
}
