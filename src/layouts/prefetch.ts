import { isMetered, whenIdle } from '#browser/connection.ts';
import { isDocument, richTextFiles } from '#browser/rich-text-files.ts';
import { $session } from '#stores/app/session.ts';

/** Prefetching starts after this time without requests, in ms. */
const QUIET_MS = 3000;

/** Calls back when nothing has been fetched for a while and the browser is idle. */
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

function prefetchScript(url: string) {
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = 'script';
  link.href = url;
  document.head.append(link);
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

/**
 * Fetches the files of the rich-text editor into the browser's cache when an admin is signed in, for the record
 * panel. Waits until the page has fetched its own files, and does not run the fetched ones.
 */
export function startPrefetch(): void {
  const files = richTextFiles();
  const stop = $session.subscribe((session) => {
    if (!session || !files.length || isMetered()) return;
    queueMicrotask(() => stop());
    whenQuiet(() => {
      for (const url of files) (isDocument(url) ? prefetchDocument : prefetchScript)(url);
    });
  });
}
