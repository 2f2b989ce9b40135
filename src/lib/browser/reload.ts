/**
 * Reloads the page and fetches its parts past the cache: a host may have answered requests for missing parts with
 * its page, and a browser with that answer in its cache would show a broken page again. The inline script contains
 * the text of this function, so it must not refer to anything outside.
 */
export function reloadFresh(): void {
  const parts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
  const answers = parts.map(({ name }) =>
    fetch(name, { cache: 'reload', signal: AbortSignal.timeout(5000) }),
  );
  void Promise.allSettled(answers).then(() => location.reload());
}
