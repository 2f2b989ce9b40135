// chunks: frame, on demand
import { isMetered, whenIdle } from '#browser/connection.ts';
import { isDocument, richTextFiles } from '#browser/rich-text-files.ts';
import { onStored, readStored } from '#browser/storage.ts';
import { loadLateStyles } from '#browser/styles.ts';
import { installTooltips } from '#components/overlay/tooltip.ts';
import { ZONE_KEY } from '#domain/app/storage-keys.ts';
import { $can } from '#stores/app/capabilities.ts';
import { startDrawer } from '#stores/app/drawer.ts';
import { openPalette, openShortcuts } from '#stores/app/popups.ts';
import { $session } from '#stores/app/session.ts';
import { startRenewal } from '#stores/app/session-renewal.ts';
import { $hasSingleKeys } from '#stores/palette/single-keys.ts';

/** Prefetching starts after this time without requests, in ms. */
const QUIET_MS = 3000;

function whenQuiet(callback: () => void) {
  const finish = () => {
    fetched.disconnect();
    whenIdle(callback);
  };
  let timer = setTimeout(finish, QUIET_MS);
  const fetched = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(finish, QUIET_MS);
  });
  fetched.observe({ type: 'resource' });
}

/** Not a link that prefetches: Firefox checks it against the policy's `default-src`, and WebKit has none. */
async function prefetchScript(url: string): Promise<void> {
  try {
    const response = await fetch(url, { priority: 'low' });
    // A body that nobody reads may not get into the cache.
    await response.arrayBuffer();
  } catch {
    // The editor fetches it itself.
  }
}

/** Browsers cache documents of frames separately from other requests, so a frame has to fetch it. */
function prefetchDocument(url: string) {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  // Some hosts respond with the page when the document is missing: it must not run here.
  frame.sandbox.add('allow-same-origin');
  frame.src = url;
  frame.addEventListener('load', () => frame.remove());
  document.body.append(frame);
}

/** Fetches what opens later into the browser's cache when an admin is signed in, without running it. */
function startPrefetch(): void {
  const files = richTextFiles();
  const stop = $session.subscribe((session) => {
    if (!session || !files.length || isMetered()) return;
    queueMicrotask(() => stop());
    whenQuiet(() => {
      void loadLateStyles();
      for (const url of files) void (isDocument(url) ? prefetchDocument : prefetchScript)(url);
    });
  });
}

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
  installTooltips();
  import('#components/keys/keys.ts').then(
    ({ keys }) =>
      keys.startPageKeys({ openPalette, openShortcuts, hasSingleKeys: () => $hasSingleKeys.get() }),
    // Without it, Tab goes through everything.
    () => {},
  );
  addEventListener('dragover', catchFile);
  addEventListener('drop', catchFile);
  startRenewal();
  $can.subscribe(({ hasCrons }) => document.documentElement.toggleAttribute('data-crons', hasCrons));
  startDrawer();
  startPrefetch();
  // A backend may have been replaced by a newer one that knows the same session.
  whenQuiet(
    () =>
      void import('#stores/app/version.ts').then(
        ({ findVersion }) => findVersion(),
        () => {},
      ),
  );
}
