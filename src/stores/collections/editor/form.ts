import { atom, batch, computed } from 'nanostores';
import { fieldErrors } from '#domain/app/api-error.ts';
import { isDirty } from '#domain/collections/editor/body.ts';
import {
  errorLabel,
  errorsByField,
  fieldErrorPath,
  gatherListErrors,
  isShownError,
  tabsWithErrors,
} from '#domain/collections/editor/errors.ts';
import { fieldByKey } from '#domain/collections/editor/fields.ts';
import { type IndexTools, loadIndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { createForm } from '#stores/factories/create-form.ts';

/** Makes the form of a collection; the backend counts its fields and indexes by what was sent. */
export function createCollectionForm(initial: CollectionValues) {
  const $tools = atom<IndexTools | undefined>(undefined);
  /** What the messages are about. */
  const $sent = atom(initial);
  const form = createForm<CollectionValues>({
    initial,
    isShown: (path, { type }) => isShownError(type, path),
    labelOf: (path, values) => errorLabel(values, path),
  });
  const { $base, $values, $errors } = form;

  return {
    ...form,
    /** Whether it says something else than `$base` (CE-10). */
    $isDirty: computed([$values, $base, $tools], isDirty),
    /** What reads index statements; undefined until it has been fetched. */
    $tools,
    /** Messages by the fields' keys (FD-14). */
    $fieldErrors: computed([$sent, $errors], errorsByField),
    /** Tabs to be marked with 'Has errors' (CE-06). */
    $tabErrors: computed([$values, $errors], tabsWithErrors),
    reset: (base: CollectionValues, values: CollectionValues): void =>
      batch(() => {
        form.reset(base, values);
        $sent.set(values);
      }),
    /** Changes one field; `part` names what, like `name` or `options.max`; without it all its messages go. */
    editField: (
      key: string,
      change: (values: CollectionValues, key: string) => CollectionValues,
      part?: string,
    ): void => {
      const before = fieldByKey($values.get(), key);
      form.edit((values) => change(values, key));
      if (fieldByKey($values.get(), key) === before) return;
      const path = fieldErrorPath($sent.get(), key);
      if (path) form.clearErrors(part ? `${path}.${part}` : path);
    },
    /** Fetches what reads index statements; throws when it can't be fetched. */
    loadTools: async (): Promise<IndexTools> => {
      const tools = $tools.get() ?? (await loadIndexTools());
      $tools.set(tools);
      return tools;
    },
    /** Takes the messages about values as they were sent; an empty object clears them. */
    takeErrors: (sent: CollectionValues, data: unknown): void =>
      batch(() => {
        $sent.set(sent);
        form.setErrors(gatherListErrors(sent, fieldErrors(data)));
      }),
  };
}

/** A collection as it is edited, with the backend's messages about it. */
export type CollectionForm = ReturnType<typeof createCollectionForm>;
