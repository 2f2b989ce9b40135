import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { inFrame, island } from '#islands/island.tsx';
import { useFetchAhead } from '#islands/use-fetch-ahead.ts';
import { $editorWish, giveUpEditor } from '#stores/collections/editor/request.ts';
import { $records } from '#stores/records/list.ts';

const CollectionEditors = lazyPart(() => import('./editor/CollectionEditors.tsx'), {
  onClose: giveUpEditor,
  floats: true,
});

/** The collection editor: fetched when it is first asked for, kept once it is here. */
function EditorHost() {
  const isWanted = useStore($editorWish, { ssr: 'initial' }) !== undefined;
  const [wasWanted, setWasWanted] = useState(false);
  useFetchAhead(CollectionEditors, useStore($records, { ssr: 'initial' }).state === 'ready');
  if (isWanted && !wasWanted) setWasWanted(true);
  return (isWanted || (wasWanted && CollectionEditors.isFetched())) && <CollectionEditors />;
}

export default island(inFrame('collections'), EditorHost);
