/* The line of the backend, as this page has it: the first script knows it from what is there without a request. */
import { readStored } from '#browser/storage.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { BACKEND_KEY } from '#domain/app/storage-keys.ts';
import { type Line, setLine } from '#wire/choose.ts';
import { lineOfToken } from '#wire/identities.ts';

/** The line that a session's token says, else the one of the last visit on this device; undefined for neither. */
export function knownLine(token: string, backend?: NamedBackend): Line | undefined {
  const line = lineOfToken(token) ?? readStored(BACKEND_KEY, backend)?.split(' ')[0];
  return line === 'pb22' || line === 'pb23' ? line : undefined;
}

/** Tells the wire, and the page's styles: `<html data-line>`. */
export function applyLine(line: Line | undefined): void {
  setLine(line);
  if (line) document.documentElement.dataset['line'] = line;
}
