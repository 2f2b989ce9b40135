import { atom } from 'nanostores';
import type { Zone } from '#domain/app/date.ts';
import { ZONE_KEY } from '#domain/app/storage-keys.ts';
import { createPreference } from '#stores/base/create-preference.ts';

/** The chosen time zone, remembered on this device: empty for UTC, `local` for the one of this device, or an IANA name. */
export const { $value: $zoneChoice } = createPreference<string>({
  key: ZONE_KEY,
  initial: '',
  decode: String,
  encode: (choice) => choice || undefined,
});

/** The zone in which dates are shown and typed; undefined for UTC, and until its code is there. */
export const $zone = atom<Zone | undefined>();

/** Follows the choice. Meanwhile `<html data-zone>` hides dates. Returns a function that stops this. */
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
