import type { EditorTab } from '#domain/collections/editor/errors.ts';
import { $path } from '#stores/app/route.ts';
import { createPart } from '#stores/base/create-part.ts';

const part = createPart(() => import('./editor.ts'), $path);

/** Whether the panels of the collection editor are needed. */
export const $areEditorsNeeded = part.$isNeeded;

/** Fetches the code of the editor; throws the error of the import. */
export const fetchEditors = part.fetch;

/** Closes an editor that can't be shown because its code could not be fetched. */
export const cancelEditor = (): void => part.cancel((stack) => stack.disposeEditors());

/** Opens an empty editor. */
export const openNewCollection = (): Promise<void> => part.run((stack) => stack.openEditor({}));

/** Opens the editor of a collection, at first with its fields; does nothing for an unknown id. */
export const openCollectionEditor = (id: string, tab?: EditorTab): Promise<void> =>
  part.run((stack) => stack.openListed(id, tab));
