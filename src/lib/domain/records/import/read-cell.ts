import { isObject, ownOf, parseJson } from '#domain/app/lenient.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import { typedNumber } from '#domain/app/typed-number.ts';
import { choicesOf } from '#domain/field-types/field-type.ts';
import { type FormValue, unescapeStored, valueKind } from '#domain/field-types/form-value.ts';
import type { MappedColumn } from './plan.ts';
import { readWay } from './ways.ts';

export type ReadCell = { readonly value: FormValue } | { readonly problem: string };

/** Also as databases write them, and spreadsheets in German, French, Spanish and Italian. */
const BOOLS: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...'true 1 yes t y on wahr vrai verdadero vero'.split(' ').map((text) => [text, true]),
  ...['', ...'false 0 no f n off falsch faux falso'.split(' ')].map((text) => [text, false]),
]);
const ID = /^[^@#$&|.,'"\\/\s]{15}$/;
/** Whether a text is an id that the backend accepts. */
export const isId = (text: string): boolean => ID.test(text);

const NULL = /^(null|\\N|n\/a|#n\/a|na|nan|nil|none|\(null\)|<null>|-)$/i;
/** Whether a text is a word by which programs say that a value is empty, such as `NULL`. */
export const isNull = (text: string): boolean => text.length < 7 && NULL.test(text);
const BLANK = 'Cannot be blank.';

const LISTS: ReadonlySet<string> = new Set(['relation', 'select', 'file']);

/** The text of an empty list. A relation that is looked up keeps it, for a record that has this text. */
export const EMPTY_LIST = '[]';

const problem = (text: string): ReadCell => ({ problem: text });

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

/** A looked-up text may contain a comma. */
function splitList(text: string, { field, key }: MappedColumn): string[] {
  const choices = choicesOf(field.field);
  if (choices.includes(text)) return [text];
  return text.split(key === 'id' ? /[,;]/ : ';').map((item) => item.trim());
}

function readList(items: readonly string[], { field, key }: MappedColumn): ReadCell {
  const list = [...new Set(items.filter((item) => item !== ''))];
  if (field.required && list.length === 0) return problem(BLANK);
  if (list.length > field.max) return problem(`At most ${field.max} values.`);
  if (field.kind === 'select') {
    const choices = choicesOf(field.field);
    const unknown = list.find((item) => !choices.includes(item));
    if (unknown !== undefined) return problem(`“${unknown}” is not one of the choices.`);
  }
  const bad = field.kind === 'relation' && key === 'id' && list.find((item) => !ID.test(item));
  if (typeof bad === 'string') return problem(`“${bad}” is not an id.`);
  return { value: field.isMultiple ? list : (list[0] ?? '') };
}

/** The digits of a number, apart from zeros that only say how large it is. */
const digitsOf = (text: string): string => text.replace(/e.*|[-+.]/gi, '').replace(/^0+|0+$/g, '');

const MAX_DIGITS = 100;

/** What is stored of a valid number or date, if it is less than the text says. */
export function roundedText(typed: string, { kind }: Pick<MappedColumn['field'], 'kind'>) {
  // The backend keeps milliseconds.
  if (kind === 'date') return /\.\d{3}\d*[1-9]/.test(typed) ? dateToSend(typed) : undefined;
  if (kind !== 'number') return undefined;
  const text = typedNumber(typed) ?? typed;
  const digits = digitsOf(text);
  const stored = Number(text);
  // Programs write 0.1 as 0.10000000000000001, too, which is the same stored number.
  const kept = stored.toPrecision(Math.min(Math.max(digits.length, 1), MAX_DIGITS));
  return digitsOf(kept) === digits ? undefined : String(stored);
}

function readNumber(text: string, required: boolean): ReadCell {
  const invalid = valueKind('number').problem(text, required);
  if (invalid) return problem(invalid.message);
  const value = typedNumber(text) ?? '0';
  const stored = Number(value);
  if (required && stored === 0) return problem(BLANK);
  // An export has the shortest digits that name a number.
  const isExact = !/^[-+]?\d+$/.test(value) || value === String(stored) || BigInt(value) === BigInt(stored);
  if (!isExact) return problem(`The backend would store ${BigInt(stored)}: it keeps about 16 digits.`);
  return { value };
}

function readText(text: string, mapped: MappedColumn): ReadCell {
  const { kind, required, max } = mapped.field;
  if (kind === 'number') return readNumber(text, required);
  if (kind === 'bool') {
    const value = ownOf(BOOLS, text.trim().toLowerCase());
    if (value === undefined) return problem('Use true or false, 1 or 0, yes or no.');
    return required && !value ? problem(BLANK) : { value };
  }
  if (LISTS.has(kind)) return readList(max > 1 ? splitList(text, mapped) : [text], mapped);
  if (kind === 'id' && text !== '' && !ID.test(text)) return problem('An id has 15 letters or digits.');
  if (required && text === '') return problem(BLANK);
  const invalid = valueKind(kind).problem(text);
  if (invalid) return problem(invalid.message);
  // An export has the escapes of responses, without which the backend had stored the text.
  return { value: kind === 'json' ? unescapeStored(text) : text };
}

export function readCsvCell(source: string, mapped: MappedColumn): ReadCell {
  const { field, reading } = mapped;
  const read = reading
    ? readWay(field.kind, reading.nulls && isNull(source) ? '' : source, reading.way)
    : { text: source };
  if ('problem' in read) return read;
  const { text } = read;
  // One relation may be written as a list, as it is exported.
  if (LISTS.has(field.kind) && text.startsWith('[')) {
    const list = textsIn(parseJson(text));
    if (list && (mapped.key === 'id' || text !== EMPTY_LIST)) return readList(list, mapped);
  }
  return readText(text, mapped);
}

/** Numbers keep their digits. */
export function readJsonCell(source: string, mapped: MappedColumn): ReadCell {
  if (mapped.field.kind === 'json') return readText(source, mapped);
  const value = parseJson(source);
  if (value === null) return readText('', mapped);
  if (typeof value === 'string') return readCsvCell(value, mapped);
  if (Array.isArray(value) && LISTS.has(mapped.field.kind)) {
    const list = textsIn(value);
    return list ? readList(list, mapped) : problem('Expected texts.');
  }
  if (isObject(value) || Array.isArray(value)) return problem('Expected a single value.');
  // The backend reads seconds since 1970, too.
  return mapped.field.kind === 'date' ? readCsvCell(source, mapped) : readText(source, mapped);
}
