import { inFrame, island } from '#islands/island.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $areEditorsNeeded } from '#stores/collections/editor/open.ts';
import { $records } from '#stores/records/list.ts';
import { CollectionEditors } from './editor-part.ts';

/** The collection editor: fetched when it is first needed. */
export function EditorHost() {
  const isNeeded = useInitial($areEditorsNeeded);
  useFetchAhead(CollectionEditors, useInitial($records).state === 'ready');
  return isNeeded && <CollectionEditors />;
}

export default island(inFrame('collections'), EditorHost);
