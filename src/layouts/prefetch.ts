import richText from '../components/heavy/hugerte.ts?chunk-url';
import { isMetered, whenIdle } from '../lib/connection.ts';
import { $session } from '../stores/session.ts';

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

/**
 * Fetches the rich-text editor into the browser's cache once an admin is signed in, so that a record's panel
 * finds it there (SH-09). It waits until the page has what it came for, and runs nothing.
 */
export function startPrefetch(): void {
  const stop = $session.subscribe((session) => {
    if (!session || !richText || isMetered()) return;
    queueMicrotask(() => stop());
    whenQuiet(() => {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.as = 'script';
      link.href = richText;
      document.head.append(link);
    });
  });
}
