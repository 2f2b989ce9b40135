import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { $isDocsOpen, closeDocs } from '#stores/app/popups.ts';
import { $activeCollection } from '#stores/collections/list.ts';

async function loadPanel() {
  const [panel, { loadDocs }] = await Promise.all([import('./ApiDocs.tsx'), import('#stores/docs/panel.ts')]);
  await loadDocs();
  return panel;
}

const ApiDocs = lazyPanel(loadPanel, closeDocs);

function DocsHost() {
  const isOpen = useInitial($isDocsOpen);
  const collection = usePrerendered($activeCollection, undefined);
  if (!isOpen || !collection) return null;
  return <ApiDocs collection={collection} />;
}

export default island(inFrame('collections'), DocsHost);
