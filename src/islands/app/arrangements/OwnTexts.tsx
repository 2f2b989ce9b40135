import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { isArranged } from '#domain/arrangements/state.ts';
import { $ownTexts } from '#stores/arrangements/device.ts';
import { $isSwitching, addOwn } from '#stores/arrangements/sharing.ts';

/** What this device had before it used the shared ones. */
export function OwnTexts() {
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
