import type { Zone } from '#domain/app/date.ts';
import { ZONE_KEY } from '#domain/app/storage-keys.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { $zone } from './zone.ts';

/** The chosen time zone, remembered on this device: empty for UTC, `local` for the one of this device, or an IANA name. */
export const { $value: $zoneChoice } = createPreference<string>({
  key: ZONE_KEY,
  initial: '',
  decode: String,
  encode: (choice) => choice || undefined,
});

/**
 * Follows the choice. Until the code of the zone is there, `<html data-zone>` hides dates, which the page's script sets
 * at once. Returns a function that stops this.
 */
export const startZone = (): (() => void) =>
  $zoneChoice.subscribe(async (choice) => {
    const html = document.documentElement;
    let zone: Zone | undefined;
    if (choice) {
      html.dataset['zone'] = '';
      // Without its code dates stay in UTC, and say so.
      zone = await import('#domain/app/zone.ts').then(
        ({ zoneOf }) => zoneOf(choice),
        () => undefined,
      );
      if ($zoneChoice.get() !== choice) return;
    }
    $zone.set(zone);
    delete html.dataset['zone'];
  });
