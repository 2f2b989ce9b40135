import { isMetered, whenIdle } from '#browser/connection.ts';
import { isDocument, richTextFiles } from '#browser/rich-text-files.ts';
import { $session } from '#stores/app/session.ts';

/** How long nothing may have been fetched before something is fetched ahead, in ms. */
const QUIET_MS = 3000;

/** Calls back once nothing has been fetched for a while and the browser is idle. */
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

/** Browsers keep what frames show apart from what pages fetch, so a frame has to ask for it. */
function prefetchDocument(url: string) {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  // Where the document is missing, some hosts answer with the page: it must not run in here.
  frame.sandbox.add('allow-same-origin');
  frame.src = url;
  frame.addEventListener('load', () => frame.remove());
  document.body.append(frame);
}

/**
 * Fetches what the rich-text editor consists of into the browser's cache once an admin is signed in, so that a
 * record's panel finds it there (SH-09). It waits until the page has what it came for, and runs nothing.
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
