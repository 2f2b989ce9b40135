import richText from '../components/heavy/hugerte.ts?chunk-url';
import { $session } from '../stores/session.ts';

/** How long nothing may have been fetched before something is fetched ahead, in ms. */
const QUIET_MS = 3000;

/** What browsers tell of the connection, where they do. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
  readonly type?: string;
}

/** Whether bytes are dear: asked to save them, slow, or paid for by the megabyte. */
function isMetered(): boolean {
  const { connection = {} } = navigator as { connection?: Connection };
  return Boolean(
    connection.saveData || connection.type === 'cellular' || /2g/.test(connection.effectiveType ?? ''),
  );
}

/** Calls back once nothing has been fetched for a while and the browser is idle. */
function whenQuiet(callback: () => void) {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run));
  const finish = () => {
    fetched.disconnect();
    idle(() => callback());
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
