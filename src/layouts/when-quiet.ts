/* What can wait until a screen stands, and nobody asks for anything. */
import { isMetered, whenIdle } from '#browser/connection.ts';
import { isDocument, richTextFiles } from '#browser/rich-text-files.ts';
import { readStored } from '#browser/storage.ts';
import { loadLateStyles } from '#browser/styles.ts';
import { ToastItem } from '#components/overlay/Toasts.tsx';
import { BATCH_ON_KEY } from '#domain/app/later-keys.ts';
import { $session } from '#stores/app/session.ts';

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
      void ToastItem.preload();
      for (const url of files) void (isDocument(url) ? prefetchDocument : prefetchScript)(url);
    });
  });
}

/** What an earlier visit has left on, for example because its tab crashed, is offered to be switched off. */
function offerBatchOff(): void {
  if (readStored(BATCH_ON_KEY) === undefined) return;
  import('#stores/job/batch-settings.ts').then(
    ({ offerSwitchOff }) => offerSwitchOff(),
    () => {},
  );
}

export function startWhenQuiet(): void {
  startPrefetch();
  const stop = $session.subscribe((session) => {
    if (!session) return;
    queueMicrotask(() => stop());
    whenQuiet(offerBatchOff);
  });
  // A backend may have been replaced by a newer one that knows the same session.
  whenQuiet(
    () =>
      void import('#stores/app/version.ts').then(
        ({ findVersion }) => findVersion(),
        () => {},
      ),
  );
}
