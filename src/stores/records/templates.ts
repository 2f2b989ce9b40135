import { TEMPLATES_KEY } from '#domain/app/storage-keys.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import {
  contentOf,
  DEFAULT_NAME,
  type FilledTemplate,
  fillTemplate,
  parseTemplates,
  type Template,
} from '#domain/records/templates/template.ts';
import { $admin } from '#stores/app/session.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createNamedItems } from '#stores/factories/create-named-items.ts';

/** The templates of new records on this device. */
export const templates = createNamedItems({
  stored: createTextPreference(TEMPLATES_KEY),
  parse: parseTemplates,
  noun: 'template',
  $collections: $collectionList,
});

/** Saves values as a template of a collection; it replaces the one with the same name. */
export function saveTemplate(
  collection: Collection,
  { values, ...named }: { readonly name: string; readonly isDefault: boolean; readonly values: FormValues },
): void {
  templates.save(collection, named, { content: contentOf(collection, values) });
}

/** What a new record starts with when this template is used now. */
export const filledTemplate = (template: Template, collection: Collection): FilledTemplate =>
  fillTemplate(template, collection, { now: new Date(), admin: $admin.get()?.email ?? '' });

/** The template that every new record of a collection begins with, in a list of all: its default values. */
export const defaultOf = (collection: Collection, list = templates.$items.get()): Template | undefined =>
  templates.of(collection, list).find(({ isDefault }) => isDefault);

/** What a new record of a collection starts with; undefined for an empty one. */
export function defaultTemplate(collection: Collection): FilledTemplate | undefined {
  const template = defaultOf(collection);
  return template && filledTemplate(template, collection);
}

/** Makes values the default ones of a collection; a template that is used as such keeps its name. */
export function saveDefaults(collection: Collection, values: FormValues): void {
  saveTemplate(collection, { name: defaultOf(collection)?.name ?? DEFAULT_NAME, isDefault: true, values });
}

/** Lets new records begin empty: asks before it deletes default values; a template that was used as such stays. */
export async function removeDefaults(collection: Collection): Promise<void> {
  const template = defaultOf(collection);
  if (template?.name === DEFAULT_NAME) await templates.remove(template);
  else if (template) templates.setDefault(collection, template, false);
}
