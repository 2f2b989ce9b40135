/* The line of the backend, as this page has it: the first script knows it from what is there without a request. */
import { readStored } from '#browser/storage.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { BACKEND_KEY } from '#domain/app/storage-keys.ts';
import { type Line, setLine } from '#wire/choose.ts';
import { lineOfToken } from '#wire/identities.ts';

const isLine = (text: string | undefined): text is Line => /^pb2[23]$/.test(text as string);

/** What Atoll's own server tells with the page, the line among it; browsers show it over https and on loopback only. */
const toldWithPage = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.serverTiming?.map(
    ({ name }) => name,
  ) ?? [];

/**
 * The line that a session's token says, else the one that came with the page, else that of the last visit on this device;
 * undefined for none. About another backend than the page's, nothing has come.
 */
export const knownLine = (token: string, backend?: NamedBackend): Line | undefined =>
  [
    lineOfToken(token),
    ...(backend ? [] : toldWithPage()),
    readStored(BACKEND_KEY, backend)?.split(' ')[0],
  ].find(isLine);

/** Tells the wire, and the page's styles: `<html data-line>`. */
export function applyLine(line: Line | undefined): void {
  setLine(line);
  if (line) document.documentElement.dataset['line'] = line;
}
