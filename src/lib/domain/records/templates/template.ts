import * as v from 'valibot';
import { isObject } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { type Named, parseItems } from '#domain/collections/named-items.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { draftOf, formatDraft, parseDraft } from '../panel/draft.ts';
import { duplicateValues } from '../panel/duplicate.ts';
import { type FormField, formFieldsOf } from '../panel/fields.ts';
import { newRecordValues } from '../panel/values.ts';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.ts';

const content = v.object({
  /** The values as a draft stores them: with the ids of their fields, which renamed fields keep. */
  content: v.custom<object>(isObject),
});
type Content = Readonly<v.InferOutput<typeof content>>;

/** Values for new records of a collection, with placeholders; never files, never passwords. */
export type Template = Named<Content>;

/** What a new record starts with. */
export interface FilledTemplate {
  readonly name: string;
  readonly values: FormValues;
  /** Names of the fields that the collection no longer has. */
  readonly lost: readonly string[];
}

/** Reads templates from a stored text or a file; what is not a template is left out. Empty for any other text. */
export const parseTemplates = (text: string): Template[] =>
  parseItems(text, (value): value is Content => v.is(content, value));

/** The fields of a new record whose values a template keeps. */
export const templateFields = (collection: Collection): FormField[] =>
  formFieldsOf(collection, true).filter(
    ({ kind }) => kind !== 'id' && kind !== 'file' && kind !== 'password',
  );

/** The content of a template: the values that are not empty. */
export function contentOf(collection: Collection, values: FormValues): object {
  const fields = templateFields(collection);
  const draft = draftOf(fields, newRecordValues(fields), duplicateValues(fields, values));
  return draft ? JSON.parse(formatDraft(fields, { ...draft, base: {} })) : {};
}

/** The values of a template for the collection as it is now. */
export function fillTemplate(
  { name, content }: Template,
  collection: Collection,
  placeholders: PlaceholderValues,
): FilledTemplate {
  const fields = templateFields(collection);
  const draft = parseDraft(fields, JSON.stringify(content));
  return {
    name,
    values: fillPlaceholders(fields, draft?.values ?? {}, placeholders),
    lost: draft?.orphaned.map((value) => value.name) ?? [],
  };
}
