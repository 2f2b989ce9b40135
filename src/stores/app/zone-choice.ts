import { ZONE_KEY } from '#domain/app/storage-keys.ts';
import { zoneOf } from '#domain/app/zone.ts';
import { createTextPreference } from '#stores/base/create-preference.ts';
import { $zone } from './zone.ts';

/** The chosen time zone, remembered on this device: empty for UTC, `local` for that of this device, or an IANA name. */
export const { $value: $zoneChoice } = createTextPreference(ZONE_KEY);

// For the whole visit: this module is fetched only where a zone is chosen, and where one can be chosen.
$zoneChoice.subscribe((choice) => {
  const zone = zoneOf(choice);
  $zone.set(zone);
  const { dataset } = document.documentElement;
  // Both show dates; the first in lists that have room for a longer name than UTC (logs.css).
  if (zone) dataset['zone'] = 'on';
  else delete dataset['zone'];
});
