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
import { mergeValues } from '#domain/collections/editor/merge.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { createForm } from '#stores/factories/create-form.ts';

function failToLoad(cause: unknown): never {
  const message = 'The code for indexes could not be loaded. Check your connection, then try again.';
  throw new Error(message, { cause });
}

/** Creates the form of a collection. The backend's messages name fields and indexes by their positions when sent. */
export function createCollectionForm(initial: CollectionValues) {
  const $tools = atom<IndexTools | undefined>(undefined);
  /** The values that the messages are about. */
  const $sent = atom(initial);
  const form = createForm<CollectionValues>({
    initial,
    isShown: (path, { type }) => isShownError(type, path),
    labelOf: (path, values) => errorLabel(values, path),
  });
  const { $base, $values, $errors } = form;
  /** Two states of which either may be stored; the base is a mix of them. */
  let unsure: readonly [base: CollectionValues, other: CollectionValues] | undefined;
  // A part that was put back to the base is compared with the other state, so that it counts as a change.
  const mixBase = () => unsure && $base.set(mergeValues($values.get(), ...unsure, $tools.get()));
  $values.listen(mixBase);

  return {
    ...form,
    /** Whether the values differ from `$base`. */
    $isDirty: computed([$values, $base, $tools], isDirty),
    /** Parses index statements; undefined until the code is fetched. */
    $tools,
    /** Messages by the fields' keys. */
    $fieldErrors: computed([$sent, $errors], errorsByField),
    /** Tabs that are marked with 'Has errors'. */
    $tabErrors: computed([$values, $errors], tabsWithErrors),
    reset: (base: CollectionValues, values: CollectionValues): void =>
      batch(() => {
        unsure = undefined;
        form.reset(base, values);
        $sent.set(values);
      }),
    /** Tells that `other` may be stored in place of the base; undefined if it is not. */
    doubtBase: (other: CollectionValues | undefined): void => {
      const base = unsure?.[0] ?? $base.get();
      unsure = other && [base, other];
      $base.set(base);
      mixBase();
    },
    /** Changes one field and clears the messages of a part such as `name` or `options.max`, by default of all parts. */
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
    /** Fetches the code that parses index statements; throws an Error with a message for users. */
    loadTools: async (): Promise<IndexTools> => {
      const tools = $tools.get() ?? (await loadIndexTools().catch(failToLoad));
      $tools.set(tools);
      return tools;
    },
    /** Shows the messages about the sent values; an empty object clears all messages. */
    takeErrors: (sent: CollectionValues, data: unknown): void =>
      batch(() => {
        $sent.set(sent);
        form.setErrors(gatherListErrors(sent, fieldErrors(data)));
      }),
  };
}

export type CollectionForm = ReturnType<typeof createCollectionForm>;
