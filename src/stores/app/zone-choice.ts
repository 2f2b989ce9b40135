import { ZONE_KEY } from '#domain/app/storage-keys.ts';
import { zoneOf } from '#domain/app/zone.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { $zone } from './zone.ts';

/** The chosen time zone, remembered on this device: empty for UTC, `local` for the one of this device, or an IANA name. */
export const { $value: $zoneChoice } = createPreference<string>({
  key: ZONE_KEY,
  initial: '',
  decode: String,
  encode: (choice) => choice || undefined,
});

let isStarted = false;

/** Follows the choice, also that of other tabs; dates in lists are visible from now on. */
export function startZone(): void {
  if (isStarted) return;
  isStarted = true;
  $zoneChoice.subscribe((choice) => {
    $zone.set(zoneOf(choice));
    // Wider where a name is longer than UTC (logs.css).
    document.documentElement.dataset['zone'] = 'on';
  });
}

/** Chooses a time zone, see {@link $zoneChoice}. */
export function chooseZone(choice: string): void {
  startZone();
  $zoneChoice.set(choice);
}
