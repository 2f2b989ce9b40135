import { atom, batch, computed, type ReadableAtom } from 'nanostores';
import { type FieldErrors, fieldErrors } from '#domain/app/api-error.ts';
import { isDirty } from '#domain/collections/editor/body.ts';
import {
  type EditorTab,
  errorsByField,
  fieldErrorPath,
  gatherListErrors,
  type OneFieldErrors,
  tabsWithErrors,
  withoutErrors,
} from '#domain/collections/editor/errors.ts';
import { fieldByKey } from '#domain/collections/editor/fields.ts';
import { type IndexTools, loadIndexTools } from '#domain/collections/editor/index-sql/load.ts';
import type { Draft } from '#domain/collections/editor/values.ts';

/** The draft of a collection with the backend's messages about it. */
export interface DraftStore {
  readonly $draft: ReadableAtom<Draft>;
  /** What it is compared with: the collection as it is stored, or what a new one started with. */
  readonly $original: ReadableAtom<Draft>;
  /** Whether it says something else than {@link $original} (CE-10). */
  readonly $isDirty: ReadableAtom<boolean>;
  /** What reads index statements; undefined until it has been fetched. */
  readonly $tools: ReadableAtom<IndexTools | undefined>;
  readonly $errors: ReadableAtom<FieldErrors>;
  /** Messages by the fields' keys (FD-14). */
  readonly $fieldErrors: ReadableAtom<Readonly<Record<string, OneFieldErrors>>>;
  /** Tabs to be marked with 'Has errors' (CE-06). */
  readonly $tabErrors: ReadableAtom<ReadonlySet<EditorTab>>;
  /** Changes the draft; the messages under `paths`, like `listRule`, have had their say (ER-07). */
  readonly edit: (change: (draft: Draft) => Draft, ...paths: string[]) => void;
  /** Puts another draft in its place: a restored one, or the rest that was typed during a save. */
  readonly replace: (draft: Draft, original?: Draft) => void;
  /** Changes one field; `part` names what, like `name` or `options.max`; without it all its messages go. */
  readonly editField: (key: string, change: (draft: Draft, key: string) => Draft, part?: string) => void;
  /** Fetches what reads index statements; throws when it can't be fetched. */
  readonly loadTools: () => Promise<IndexTools>;
  /** Takes the messages about a draft as it was sent; an empty object clears them. */
  readonly setErrors: (sent: Draft, data: unknown) => void;
}

/** Makes the store of a draft. */
export function createDraftStore(initial: Draft): DraftStore {
  const $draft = atom(initial);
  const $original = atom(initial);
  const $tools = atom<IndexTools | undefined>(undefined);
  const $errors = atom<FieldErrors>({});
  /** The draft that the messages are about: the backend counts fields and indexes by it. */
  const $sent = atom(initial);

  function clear(path: string) {
    if (Object.keys($errors.get()).length > 0) $errors.set(withoutErrors($errors.get(), path));
  }

  return {
    $draft,
    $original,
    $isDirty: computed([$draft, $original, $tools], isDirty),
    $tools,
    $errors,
    $fieldErrors: computed([$sent, $errors], errorsByField),
    $tabErrors: computed([$draft, $errors], tabsWithErrors),
    edit: (change, ...paths) => {
      $draft.set(change($draft.get()));
      for (const path of paths) clear(path);
    },
    replace: (draft, original = $original.get()) => {
      batch(() => {
        $original.set(original);
        $draft.set(draft);
        $sent.set(draft);
        $errors.set({});
      });
    },
    editField: (key, change, part) => {
      const before = fieldByKey($draft.get(), key);
      $draft.set(change($draft.get(), key));
      if (fieldByKey($draft.get(), key) === before) return;
      const path = fieldErrorPath($sent.get(), key);
      if (path) clear(part ? `${path}.${part}` : path);
    },
    loadTools: async () => {
      const tools = $tools.get() ?? (await loadIndexTools());
      $tools.set(tools);
      return tools;
    },
    setErrors: (sent, data) => {
      batch(() => {
        $sent.set(sent);
        $errors.set(gatherListErrors(sent, fieldErrors(data)));
      });
    },
  };
}
