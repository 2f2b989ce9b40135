import * as v from 'valibot';
import { isObject, members, ownOf } from '#domain/app/lenient.ts';
import { typedNumber } from '#domain/app/typed-number.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type Named, parseItems } from '#domain/collections/named-items.ts';
import { choicesOf, rangeOf } from '#domain/field-types/field-type.ts';
import {
  type FormValue,
  type FormValues,
  listOf,
  textOf,
  valueKind,
} from '#domain/field-types/form-value.ts';
import { draftOf, formatDraft, parseDraft } from '../panel/draft.ts';
import { duplicateValues } from '../panel/duplicate.ts';
import { type FormField, formFieldsOf, isCopied } from '../panel/fields.ts';
import { isSameValue, newRecordValues } from '../panel/values.ts';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.ts';

const content = v.object({
  /** As a draft stores them: with the ids of their fields, which renamed fields keep. */
  content: v.custom<object>(isObject),
});
type Content = Readonly<v.InferOutput<typeof content>>;

/** With placeholders; never files, never passwords. */
export type Template = Named<Content>;

export interface FilledTemplate {
  readonly name: string;
  readonly values: FormValues;
  /** The collection no longer has these fields. */
  readonly lost: readonly string[];
  /** These fields no longer take the value that is kept for them. */
  readonly unfit: readonly string[];
  /** Every new record begins with it. */
  readonly isDefault: boolean;
}

/** The name of a default template that was saved as 'Default values'. */
export const DEFAULT_NAME = 'Default values';

/** Of a stored text or a file; what is no template is left out. Empty for any other text. */
export const parseTemplates = (text: string): Template[] =>
  parseItems(text, (value): value is Content => v.is(content, value));

/** The fields of a new record whose values a template keeps. */
export const templateFields = (collection: Collection): FormField[] =>
  formFieldsOf(collection, true).filter(isCopied);

/** The content of a template: the values that are not empty. */
export function contentOf(collection: Collection, values: FormValues): object {
  const fields = templateFields(collection);
  const draft = draftOf(fields, newRecordValues(fields), duplicateValues(fields, values));
  return draft ? JSON.parse(formatDraft(fields, { ...draft, base: {} })) : {};
}

/** As they are kept, with placeholders, by the present names of their fields. */
const keptIn = ({ content }: Template, collection: Collection) =>
  parseDraft(templateFields(collection), JSON.stringify(content));

/** Whether a field, whose options may have changed since, still takes a value; `former` is the value as it was kept. */
function fits({ kind, field, max, isMultiple }: FormField, value: FormValue, former: unknown): boolean {
  const text = textOf(value);
  const items = isMultiple ? listOf(value) : [text];
  if (items.length > max || (!isMultiple && Array.isArray(former) && former.length > 1)) return false;
  if (kind === 'select') return items.every((item) => choicesOf(field).includes(item));
  if (kind !== 'number') return !valueKind(kind).problem(text);
  const { min = Number.NEGATIVE_INFINITY, max: most = Number.POSITIVE_INFINITY } = rangeOf(field);
  const number = Number(typedNumber(text) ?? Number.NaN);
  return number >= min && number <= most;
}

export function fillTemplate(
  template: Template,
  collection: Collection,
  placeholders: PlaceholderValues,
): FilledTemplate {
  const fields = templateFields(collection);
  const kept = keptIn(template, collection);
  const filled = fillPlaceholders(fields, kept?.values ?? {}, placeholders);
  const content = members(template.content);
  const names = Object.entries(members(content['@fields']));
  const unfit = fields.filter((field) => {
    const value = ownOf(filled, field.name);
    const [former = field.name] = names.find(([, id]) => id === field.field?.id) ?? [];
    return value !== undefined && !fits(field, value, ownOf(content, former));
  });
  return {
    name: template.name,
    isDefault: template.isDefault,
    values: Object.fromEntries(
      Object.entries(filled).filter(([name]) => !unfit.some((field) => field.name === name)),
    ),
    lost: kept?.orphaned.map((value) => value.name) ?? [],
    unfit: unfit.map(({ name }) => name),
  };
}

/** The values of a form that began with `filled` from a template: what nobody changed has its placeholders again. */
export function withPlaceholders(
  template: Template,
  collection: Collection,
  filled: FormValues,
  values: FormValues,
): FormValues {
  const kept = keptIn(template, collection)?.values ?? {};
  const isUnchanged = (field: FormField) => {
    const value = ownOf(values, field.name);
    const isThere = value !== undefined && ownOf(kept, field.name) !== undefined;
    return isThere && isSameValue(field, ownOf(filled, field.name), value);
  };
  const unchanged = templateFields(collection).filter(isUnchanged);
  return { ...values, ...newRecordValues(unchanged, kept) };
}
