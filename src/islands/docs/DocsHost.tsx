import { useStore } from '@nanostores/react';
import { lazyPart } from '../../components/lazy-part.tsx';
import { $activeCollection } from '../../stores/collections.ts';
import { $isDocsOpen, closeDocs } from '../../stores/docs.ts';
import { inFrame, island } from '../island.tsx';

const ApiDocs = lazyPart(() => import('./ApiDocs.tsx'), { onClose: closeDocs, floats: true });

/** Fetches and shows the API docs once they are asked for (DC-01). */
function DocsHost() {
  const isOpen = useStore($isDocsOpen, { ssr: 'initial' });
  const collection = useStore($activeCollection, { ssr: () => undefined });
  if (!isOpen || !collection) return null;
  return <ApiDocs collection={collection} />;
}

export default island(inFrame('collections'), DocsHost);
