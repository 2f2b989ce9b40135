import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Checkbox } from '#components/form/ChoiceField.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { isArranged } from '#domain/arrangements/state.ts';
import { closePalette } from '#stores/app/popups.ts';
import { $ownTexts } from '#stores/arrangements/device.ts';
import { $isSwitching, isDeviceArranged, share } from '#stores/arrangements/sharing.ts';
import { startSharing } from '#stores/arrangements/start.ts';
import { $collections, $ownCollection, loadCollections } from '#stores/collections/list.ts';
import { OwnTexts } from './OwnTexts.tsx';
import { Shared } from './Shared.tsx';

/** The offer to share, while the backend has no collection for it. */
function Unshared() {
  const isBusy = useStore($isSwitching);
  const [canBegin] = useState(isDeviceArranged);
  const [withOwn, setWithOwn] = useState(canBegin);
  return (
    <>
      {canBegin && (
        <Checkbox label="Begin with what is on this device" checked={withOwn} onChange={setWithOwn} />
      )}
      <OwnTexts />
      <Button variant="primary" busy={isBusy} onClick={() => void share(withOwn)}>
        Share with all administrators
      </Button>
    </>
  );
}

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
    return <ErrorState title="The collections could not be loaded." onRetry={loadCollections} />;
  return own ? <Shared own={own} /> : <Unshared />;
}

/** The popup in which arrangements are shared with all administrators, or kept on this device. */
export default function Arrangements() {
  const close = useRef<HTMLButtonElement>(null);
  const offers = [!useStore($ownCollection), isArranged(useStore($ownTexts))].filter(Boolean);
  useEffect(startSharing, []);
  useFocusAfterRemoval(offers.length, () => close.current);
  return (
    <OverlayPanel
      variant="centered"
      size="sm"
      title="Shared arrangements"
      onRequestClose={closePalette}
      footer={
        <Button ref={close} onClick={closePalette}>
          Close
        </Button>
      }
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
