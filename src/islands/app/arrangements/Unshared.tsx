import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Checkbox } from '#components/form/Checkbox.tsx';
import { $isSwitching, isDeviceArranged, share } from '#stores/arrangements/sharing.ts';
import { OwnTexts } from './OwnTexts.tsx';

/** The offer to share, while the backend has no collection for it. */
export function Unshared() {
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
