/**
 * Reloads the page and fetches its parts without the cache. A host may have sent its page instead of missing parts, and
 * a browser with that response in its cache would show a broken page again.
 */
export function reloadFresh(): void {
  const parts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
  const responses = parts.map(({ name }) =>
    fetch(name, { cache: 'reload', signal: AbortSignal.timeout(5000) }),
  );
  void Promise.allSettled(responses).then(() => location.reload());
}
