import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { cancelEditor, fetchEditors } from '#stores/collections/editor/open.ts';

/** The open editors of collections. */
export const CollectionEditors = lazyPart(
  async () => {
    const [content] = await Promise.all([import('./editor/CollectionEditors.tsx'), fetchEditors()]);
    return content;
  },
  { onClose: cancelEditor, floats: true },
);
