import * as v from 'valibot';
import { isObject } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type Named, parseItems } from '#domain/collections/named-items.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { draftOf, formatDraft, parseDraft } from '../panel/draft.ts';
import { duplicateValues } from '../panel/duplicate.ts';
import { type FormField, formFieldsOf, isCopied } from '../panel/fields.ts';
import { newRecordValues } from '../panel/values.ts';
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
}

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
