/** What the backend takes since 0.22.25; each request has to keep to it, since the version of a backend is unknown. */
const MAX_BYTES = 2048;
/** Of the newer line, as many servers in front of a backend take no longer addresses. */
const MAX_NEWER_BYTES = 7000;

/**
 * What is wrong with a request for a list of records whose query is too long; undefined for any other request. Counts
 * apart from the code that it judges, by the platform's own encoding, from which Go's differs in two characters.
 */
export function longList(method: string, address: string): string | undefined {
  const { pathname, searchParams } = new URL(address, 'http://127.0.0.1');
  if (method !== 'GET' || !/\/api\/collections\/[^/]+\/records$/.test(pathname)) return undefined;
  const { length } = searchParams.toString().replaceAll('%7E', '~').replaceAll('*', '%2A');
  return length > (globalThis.atollLine === 'pb23' ? MAX_NEWER_BYTES : MAX_BYTES)
    ? `list of ${length} bytes ${method} ${pathname}`
    : undefined;
}
