import { lineNow } from '#wire/choose.ts';
import { fetchWire } from '#wire/fetch.ts';
import { answersGuests } from '#wire/sessions.ts';

declare global {
  /** What the screens of administrators need of the chosen line, once it is asked for; rejects as an import does. */
  var atollWire: Promise<unknown> | undefined;
}

/** Fetches what the screens of administrators need of the chosen line, again after a failure. Rejects as an import does. */
export function loadWire(): Promise<unknown> {
  const proofs = answersGuests() && import('#api/session-proof.ts').then(({ startProofs }) => startProofs());
  const loading = Promise.all([fetchWire(lineNow()), proofs]);
  loading.catch(() => {
    if (globalThis.atollWire === loading) globalThis.atollWire = undefined;
  });
  globalThis.atollWire = loading;
  // For the islands that wait for it, `routing/directive.ts`.
  document.dispatchEvent(new Event('atoll:wire'));
  return loading;
}
