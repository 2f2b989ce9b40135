import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { startSharing } from '#stores/arrangements/start.ts';
import { $collections, $ownCollection, loadCollections } from '#stores/collections/list.ts';
import { closePalette } from '#stores/palette/open.ts';
import { Shared } from './Shared.tsx';
import { Unshared } from './Unshared.tsx';

function Content() {
  const load = useStore($collections);
  const own = useStore($ownCollection);
  if (load.state === 'busy')
    return (
      <p className="flex min-h-32 items-center justify-center gap-2 text-muted" role="status">
        <Spinner /> Loading...
      </p>
    );
  if (load.state === 'failed')
    return <ErrorState title="The collections could not be loaded." onRetry={() => void loadCollections()} />;
  return own ? <Shared own={own} /> : <Unshared />;
}

/** The popup in which arrangements are shared with all administrators, or kept on this device. */
export default function Arrangements() {
  useEffect(startSharing, []);
  return (
    <OverlayPanel
      open
      variant="centered"
      size="sm"
      title="Shared arrangements"
      onRequestClose={closePalette}
      footer={<Button onClick={closePalette}>Close</Button>}
    >
      <div className="space-y-3">
        <p>
          Folders, views, templates and notes are on this device, or shared by all administrators in a
          collection that nobody else can read or change.
        </p>
        <Content />
      </div>
    </OverlayPanel>
  );
}
