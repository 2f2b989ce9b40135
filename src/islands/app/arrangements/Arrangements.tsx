import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Checkbox, Toggle } from '#components/form/ChoiceField.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { OWN_COLLECTION, ownState } from '#domain/arrangements/own-collection.ts';
import { isArranged } from '#domain/arrangements/state.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { closePalette } from '#stores/app/popups.ts';
import {
  $isOff,
  $isSwitching,
  addOwn,
  copyShared,
  isDeviceArranged,
  share,
  showOwnCollection,
  takeOwn,
  takeShared,
} from '#stores/arrangements/sharing.ts';
import { startSharing } from '#stores/arrangements/start.ts';
import { $ownTexts, $sync, decideNow } from '#stores/arrangements/sync.ts';
import { $collections, $ownCollection, loadCollections } from '#stores/collections/list.ts';

/** What this device had before it used the shared ones. */
function OwnTexts() {
  const isBusy = useStore($isSwitching);
  if (!isArranged(useStore($ownTexts))) return null;
  return (
    <Callout
      kind="info"
      actions={
        <Button busy={isBusy} onClick={() => void addOwn()}>
          Add them
        </Button>
      }
    >
      This device still has the folders, views, templates and notes of before.
    </Callout>
  );
}

const problems = () => ({
  open: `has rules that let others in. Nothing is shared until each of them is for ${administratorWord()}s only. What you arrange stays on this device.`,
  other:
    'exists, but its type, fields or index are not those that Atoll uses. Atoll does not touch it. Rename it to share arrangements.',
});

function SyncNote() {
  const sync = useStore($sync);
  return (
    <>
      <p role="status" className="text-xs text-muted">
        {sync === 'busy' && 'Exchanging…'}
        {sync === 'done' && 'All changes are shared.'}
        {sync === 'undecided' &&
          'Another administrator has changed the same as you. Both versions stay until you decide.'}
        {sync instanceof Error &&
          `Waiting: ${sync.message} Changes are kept on this device and shared later.`}
      </p>
      {sync === 'undecided' && <Button onClick={decideNow}>Decide</Button>}
    </>
  );
}

function Shared({ own }: { readonly own: Collection }) {
  const isOff = useStore($isOff);
  const isBusy = useStore($isSwitching);
  const state = ownState(own);
  const show = (
    <Button
      onClick={() => {
        closePalette();
        showOwnCollection(own);
      }}
    >
      Show collection
    </Button>
  );
  if (state === 'open' || state === 'other') {
    return (
      <Callout kind="warning" actions={show}>
        The collection <code className="font-mono">{OWN_COLLECTION}</code> {problems()[state]}
      </Callout>
    );
  }
  return (
    <>
      <Toggle
        label="Use the shared ones on this device"
        help={`They are in the collection ${OWN_COLLECTION}, which the sidebar does not list.`}
        checked={!isOff}
        onChange={(on) => (on ? takeShared() : void takeOwn())}
      />
      {isOff ? null : <SyncNote />}
      <OwnTexts />
      <div className="flex flex-wrap gap-2">
        {isOff && (
          <Button busy={isBusy} onClick={() => void copyShared()}>
            Copy the shared ones to this device
          </Button>
        )}
        {show}
      </div>
    </>
  );
}

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

export default function Arrangements() {
  const close = useRef<HTMLButtonElement>(null);
  const isUndecided = useStore($sync) === 'undecided';
  const offers = [!useStore($ownCollection), isArranged(useStore($ownTexts)), isUndecided].filter(Boolean);
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
