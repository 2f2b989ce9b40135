import { saveJsonFile } from '#browser/save-file.ts';
import { randomSecret } from '#domain/app/random-secret.ts';
import { TEMPLATES_KEY } from '#domain/app/storage-keys.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import {
  contentOf,
  type FilledTemplate,
  fillTemplate,
  isTemplateOf,
  parseTemplates,
  type Template,
  withImported,
  withTemplate,
} from '#domain/records/templates/template.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $admin } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createPreference } from '#stores/base/create-preference.ts';

const preference = createPreference<readonly Template[]>({
  key: TEMPLATES_KEY,
  initial: [],
  decode: parseTemplates,
  encode: (list) => (list.length ? JSON.stringify(list) : undefined),
});

/** The templates of all collections on this device. */
export const $templates = preference.$value;

/** The templates of a collection, by name. */
export const templatesOf = (collection: Collection, list = $templates.get()): Template[] =>
  list.filter((one) => isTemplateOf(collection, one)).sort((a, b) => a.name.localeCompare(b.name));

function update(change: (stored: readonly Template[]) => readonly Template[]): void {
  if (preference.update(change)) return;
  addToast(
    'warning',
    'The storage of this browser is full or blocked: the templates are kept until you reload.',
  );
}

const change = (id: string, changes: (one: Template, isIt: boolean) => Template): void =>
  update((list) => list.map((one) => changes(one, one.id === id)));

/** Saves values as a template of a collection; it replaces the one with the same name. */
export function saveTemplate(
  collection: Collection,
  {
    name,
    isDefault,
    values,
  }: { readonly name: string; readonly isDefault: boolean; readonly values: FormValues },
): void {
  const content = contentOf(collection, values);
  const [collectionId, collectionName] = [collection.id, collection.name];
  const added = { id: randomSecret(15), name, collectionId, collectionName, isDefault, content };
  update((list) => withTemplate(list, added));
  addToast('success', `Saved the template “${name}”.`);
}

/** Makes a template the one that 'New record' uses, or none. */
export const setDefaultTemplate = ({ id, collectionId }: Template, isDefault: boolean): void =>
  change(id, (one, isIt) => {
    if (isIt) return { ...one, isDefault };
    return one.collectionId === collectionId ? { ...one, isDefault: false } : one;
  });

/** Asks, then deletes a template. */
export async function deleteTemplate({ id, name }: Template): Promise<void> {
  if (!(await confirm(`Do you really want to delete the template “${name}”?`, { loss: '' }))) return;
  update((list) => list.filter((one) => one.id !== id));
}

/** Saves the templates of a collection as a file. */
export const exportTemplates = (collection: Collection): void =>
  saveJsonFile(`${collection.name}_templates.json`, JSON.stringify(templatesOf(collection), null, 2));

/** Adds the templates in a file; those that were made for a collection with this one's name become its own. */
export async function importTemplates(collection: Collection, file: File): Promise<void> {
  const found = parseTemplates(await file.text()).map((one) => ({
    ...one,
    id: randomSecret(15),
    ...(isTemplateOf(collection, one) && { collectionId: collection.id }),
  }));
  const own = found.filter(({ collectionId }) => collectionId === collection.id);
  if (!own.length) {
    addToast('error', `The file has no templates for ${collection.name}.`);
    return;
  }
  const before = $templates.get().length;
  update((list) => withImported(list, own));
  const count = $templates.get().length - before;
  addToast('success', count === 1 ? 'Added 1 template.' : `Added ${count} templates.`);
}

/** What a new record starts with when this template is used now. */
export const filledTemplate = (template: Template, collection: Collection): FilledTemplate =>
  fillTemplate(template, collection, { now: new Date(), admin: $admin.get()?.email ?? '' });

/** What a new record of a collection starts with; undefined for an empty one. */
export function defaultTemplate(collection: Collection): FilledTemplate | undefined {
  const template = templatesOf(collection).find(({ isDefault }) => isDefault);
  return template && filledTemplate(template, collection);
}
