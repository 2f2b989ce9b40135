// chunks: frame, on demand
import { onStored, readStored } from '#browser/storage.ts';
import { ZONE_KEY } from '#domain/app/storage-keys.ts';
import { $can } from '#stores/app/capabilities.ts';
import { startDrawer } from '#stores/app/drawer.ts';
import { openPalette, openShortcuts } from '#stores/app/popups.ts';
import { startRenewal } from '#stores/app/session-renewal.ts';
import { $hasSingleKeys } from '#stores/palette/single-keys.ts';

export { loadWire } from '#stores/app/wire.ts';

/** The code of time zones is fetched where one is chosen, in this tab before or in another one meanwhile. */
function followZone() {
  // Without it dates are in UTC, and say so.
  import('#stores/app/zone-choice.ts').catch(() => delete document.documentElement.dataset['zone']);
}

/** Keeps the browser from opening a file that is dropped beside its place; the list of records may take it. */
function catchFile(event: DragEvent) {
  const data = event.dataTransfer;
  if (event.defaultPrevented || !data?.types.includes('Files')) return;
  event.preventDefault();
  // There are none while they are still dragged.
  dispatchEvent(new CustomEvent('atoll:files', { detail: [...data.files] }));
}

/** Starts what the screens of administrators share. */
export function startSignedIn(): void {
  if (readStored(ZONE_KEY)) followZone();
  onStored(ZONE_KEY, followZone);
  import('#components/overlay/tooltip.ts').then(
    ({ installTooltips }) => installTooltips(),
    // Without it, the names for screen readers say the same.
    () => {},
  );
  import('#components/keys/keys.ts').then(
    ({ keys }) =>
      keys.startPageKeys({ openPalette, openShortcuts, hasSingleKeys: () => $hasSingleKeys.get() }),
    // Without it, Tab goes through everything.
    () => {},
  );
  addEventListener('dragover', catchFile);
  addEventListener('drop', catchFile);
  startRenewal();
  $can.subscribe(({ hasCrons, runsSql }) => {
    document.documentElement.toggleAttribute('data-crons', hasCrons);
    document.documentElement.toggleAttribute('data-sql', runsSql);
  });
  startDrawer();
  // Each fetches itself what was not fetched ahead.
  import('./when-quiet.ts').then(
    ({ startWhenQuiet }) => startWhenQuiet(),
    () => {},
  );
}
