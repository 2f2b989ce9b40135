import { useStore } from '@nanostores/react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { inFrame, island } from '#islands/island.tsx';
import { $activeCollection } from '#stores/collections/list.ts';
import { $isDocsOpen, closeDocs } from '#stores/docs/open.ts';

const ApiDocs = lazyPart(() => import('./ApiDocs.tsx'), { onClose: closeDocs, floats: true });

/** Loads and shows the API docs when they are opened (DC-01). */
function DocsHost() {
  const isOpen = useStore($isDocsOpen, { ssr: 'initial' });
  const collection = useStore($activeCollection, { ssr: () => undefined });
  if (!isOpen || !collection) return null;
  return <ApiDocs collection={collection} />;
}

export default island(inFrame('collections'), DocsHost);
