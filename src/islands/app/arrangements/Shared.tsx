import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { OWN_COLLECTION, ownState } from '#domain/arrangements/own-collection.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { closePalette } from '#stores/app/popups.ts';
import {
  $isOff,
  $isSwitching,
  copyShared,
  showOwnCollection,
  takeOwn,
  takeShared,
} from '#stores/arrangements/sharing.ts';
import { $sync } from '#stores/arrangements/sync.ts';
import { OwnTexts } from './OwnTexts.tsx';

const PROBLEMS = {
  open: 'has rules that let others in. Nothing is shared until each of them is for admins only. What you arrange stays on this device.',
  other:
    'exists, but its type, fields or index are not those that Atoll uses. Atoll does not touch it. Rename it to share arrangements.',
} as const;

/** Whether all is shared. */
function SyncNote() {
  const sync = useStore($sync);
  return (
    <p role="status" className="text-xs text-muted">
      {sync === 'busy' && 'Exchanging…'}
      {sync === 'done' && 'All changes are shared.'}
      {sync instanceof Error && `Waiting: ${sync.message} Changes are kept on this device and shared later.`}
    </p>
  );
}

/** What can be chosen while the backend has a collection for arrangements. */
export function Shared({ own }: { readonly own: Collection }) {
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
        The collection <code className="font-mono">{OWN_COLLECTION}</code> {PROBLEMS[state]}
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
