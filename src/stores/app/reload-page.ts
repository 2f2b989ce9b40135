import { sessionSignal } from '#api/session-signal.ts';

/** Reloads the page, and aborts its calls: Firefox would end them with errors of the network, before the page goes. */
export function reloadPage(): void {
  sessionSignal.abort();
  location.reload();
}
