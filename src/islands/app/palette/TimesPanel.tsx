import { useStore } from '@nanostores/react';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { Select } from '#components/form/Select.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { ownZone, zoneNames } from '#domain/app/zone.ts';
import { closePalette } from '#stores/app/popups.ts';
import { $zone } from '#stores/app/zone.ts';
import { $zoneChoice } from '#stores/app/zone-choice.ts';

export default function TimesPanel() {
  const isLocal = useStore($zoneChoice) === 'local';
  // A stored name that this browser does not know is UTC.
  const zone = useStore($zone)?.id ?? '';
  const other = isLocal ? '' : zone;
  return (
    <OverlayPanel variant="centered" size="md" title="Times" onRequestClose={closePalette}>
      <RadioGroup
        label="Time zone"
        labelHidden
        isStacked
        options={[
          { value: '', label: 'UTC, as stored' },
          { value: 'local', label: `This computer’s (${ownZone()})` },
          ...(other ? [{ value: other, label: other }] : []),
        ]}
        value={isLocal ? 'local' : other}
        onChange={(value) => $zoneChoice.set(value)}
      />
      <Select
        label="Another zone"
        isFixed
        options={zoneNames().map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        value={other}
        emptyText="No zone found"
        help="On this device only. What is stored stays in UTC, as do filters, imports, exports and templates."
        onChange={(value) => $zoneChoice.set(value)}
      />
    </OverlayPanel>
  );
}
