import * as v from 'valibot';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { draftOf, formatDraft, parseDraft } from '../panel/draft.ts';
import { type FormField, formFieldsOf } from '../panel/fields.ts';
import { newRecordValues } from '../panel/values.ts';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.ts';

const template = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  name: v.pipe(v.string(), v.nonEmpty()),
  collectionId: v.string(),
  collectionName: v.string(),
  /** Whether 'New record' uses it. */
  isDefault: v.boolean(),
  /** The values as a draft stores them: with the ids of their fields, which renamed fields keep. */
  content: v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
});

/** Values for new records of a collection, with placeholders; never files, never passwords. */
export type Template = Readonly<v.InferOutput<typeof template>>;

/** What a new record starts with. */
export interface FilledTemplate {
  readonly name: string;
  readonly values: FormValues;
  /** Names of the fields that the collection no longer has. */
  readonly lost: readonly string[];
}

/** Reads templates from a stored text or a file; what is not a template is left out. Empty for any other text. */
export function parseTemplates(text: string): Template[] {
  try {
    const from: unknown = JSON.parse(text);
    return Array.isArray(from) ? from.filter((item): item is Template => v.is(template, item)) : [];
  } catch {
    return [];
  }
}

/** The fields of a new record whose values a template keeps. */
export const templateFields = (collection: Collection): FormField[] =>
  formFieldsOf(collection, true).filter(
    ({ kind }) => kind !== 'id' && kind !== 'file' && kind !== 'password',
  );

/** The content of a template: the values that are not empty. */
export function contentOf(collection: Collection, values: FormValues): object {
  const fields = templateFields(collection);
  const draft = draftOf(fields, newRecordValues(fields), values);
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

/** Whether a template is for this collection: by id, on another backend by name. */
export const isTemplateOf = ({ id, name }: Collection, known: Template): boolean =>
  known.collectionId === id || known.collectionName === name;

/** `list` with a template in place of the one with its name; only one of a collection is the default. */
export const withTemplate = (list: readonly Template[], added: Template): Template[] => [
  ...list
    .filter((one) => one.collectionId !== added.collectionId || one.name !== added.name)
    .map((one) =>
      added.isDefault && one.collectionId === added.collectionId ? { ...one, isDefault: false } : one,
    ),
  added,
];

const isSame = (a: Template, b: Template): boolean => JSON.stringify(a.content) === JSON.stringify(b.content);

/** `list` with the templates of a file, which replace none: another one of the same name gets a number. */
export function withImported(list: readonly Template[], imported: readonly Template[]): Template[] {
  let all = [...list];
  for (const one of imported) {
    const own = all.filter(({ collectionId }) => collectionId === one.collectionId);
    if (own.some((known) => known.name.replace(/ \(\d+\)$/, '') === one.name && isSame(known, one))) continue;
    const isTaken = (name: string) => own.some((known) => known.name === name);
    let name = one.name;
    for (let number = 2; isTaken(name); number++) name = `${one.name} (${number})`;
    const isDefault = one.isDefault && !own.some((known) => known.isDefault);
    all = withTemplate(all, { ...one, name, isDefault });
  }
  return all;
}
