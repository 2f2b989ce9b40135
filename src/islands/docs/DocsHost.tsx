import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { $isDocsOpen, closeDocs } from '#stores/app/popups.ts';
import { $activeCollection } from '#stores/collections/list.ts';

const ApiDocs = lazyPanel(() => import('./ApiDocs.tsx'), closeDocs);

function DocsHost() {
  const isOpen = useInitial($isDocsOpen);
  const collection = usePrerendered($activeCollection, undefined);
  if (!isOpen || !collection) return null;
  return <ApiDocs collection={collection} />;
}

export default island(inFrame('collections'), DocsHost);
