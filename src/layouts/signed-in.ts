import { installTooltips } from '#components/overlay/tooltip.ts';
import { startDrawer } from '#stores/app/drawer.ts';
import { startRenewal } from '#stores/app/session-renewal.ts';
import { startZone } from '#stores/app/zone-choice.ts';
import { openPalette, openShortcuts } from '#stores/palette/open.ts';
import { $hasSingleKeys } from '#stores/palette/single-keys.ts';
import { startPrefetch } from './prefetch.ts';

/** Starts what the screens of administrators share. */
export function startSignedIn(): void {
  startZone();
  installTooltips(document);
  import('#components/keys/keys.ts').then(
    ({ keys }) =>
      keys.startPageKeys({ openPalette, openShortcuts, hasSingleKeys: () => $hasSingleKeys.get() }),
    // Without it, Tab goes through everything.
    () => {},
  );
  startRenewal();
  startDrawer();
  startPrefetch();
}
