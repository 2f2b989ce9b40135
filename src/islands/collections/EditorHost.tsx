import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { $areEditorsNeeded, cancelEditor, fetchEditors } from '#stores/collections/editor/open.ts';
import { $records } from '#stores/records/list.ts';

const CollectionEditors = lazyPanel(async () => {
  const [content] = await Promise.all([import('./editor/CollectionEditors.tsx'), fetchEditors()]);
  return content;
}, cancelEditor);

/** The collection editor: fetched when it is first needed. */
export function EditorHost() {
  const isNeeded = useInitial($areEditorsNeeded);
  useFetchAhead(CollectionEditors, useInitial($records).state === 'ready');
  return isNeeded && <CollectionEditors />;
}

export default island(inFrame('collections'), EditorHost);
