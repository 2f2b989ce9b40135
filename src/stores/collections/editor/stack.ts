import { atom } from 'nanostores';
import type { Collection } from '#domain/collections/collection.ts';
import type { Draft } from '#domain/collections/editor/values.ts';
import { $path, setQuery } from '#stores/app/route.ts';
import { $collectionList } from '../list.ts';
import { type CollectionEditor, createEditor } from './editor.ts';
import { $editorWish } from './request.ts';

/** The open editors, lowest first: the page's own, then those that relation fields open on top (FO-12). */
export const $editors = atom<readonly CollectionEditor[]>([]);

/** How an editor is opened. */
export interface OpenOptions {
  readonly collection?: Collection;
  readonly draft?: Draft;
  /** Told about what was saved; without it a new collection becomes the active one (OP-13). */
  readonly onSaved?: (collection: Collection) => void;
}

/** Opens an editor on top of the others. */
export function openEditor({ collection, draft, onSaved }: OpenOptions): CollectionEditor {
  const editor = createEditor({
    collection,
    draft,
    onClose: () => $editors.set($editors.get().filter((other) => other !== editor)),
    onSaved: (saved, isNew) => {
      if (onSaved) onSaved(saved);
      // Filter, sort and record belong to the collection that was on screen.
      else if (isNew) {
        setQuery({ collectionId: saved.id, filter: undefined, sort: undefined, recordId: undefined });
      }
    },
    onDuplicate: (copy) => void openEditor({ draft: copy }),
  });
  $editors.set([...$editors.get(), editor]);
  return editor;
}

function grant(wish: ReturnType<typeof $editorWish.get>): void {
  if (!wish) return;
  $editorWish.set(undefined);
  if (wish.kind === 'new') openEditor({});
  else {
    const collection = $collectionList.get().find(({ id }) => id === wish.id);
    if (collection) openEditor({ collection });
  }
}

function warnOnLeave(event: BeforeUnloadEvent): void {
  if ($editors.get().some((editor) => editor.$isDirty.get())) event.preventDefault();
}

/** Opens editors as they are wished for; a change of the route closes them (SH-07). Returns what stops that. */
export function startEditors(): () => void {
  const stopWish = $editorWish.subscribe(grant);
  const closeAll = () => {
    for (const editor of $editors.get().toReversed()) editor.dispose();
  };
  const stopPath = $path.listen(closeAll);
  window.addEventListener('beforeunload', warnOnLeave);
  return () => {
    stopWish();
    stopPath();
    window.removeEventListener('beforeunload', warnOnLeave);
    closeAll();
  };
}
