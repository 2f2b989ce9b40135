/**
 * Reloads the page, its parts fetched past the cache: while they were missing, a host may have sent its page in
 * their place, and a browser that keeps it would show a dead page again. Carried into the page as text by the
 * inline script: it must not refer to anything outside of itself.
 */
export function reloadFresh(): void {
  const parts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
  const answers = parts.map(({ name }) =>
    fetch(name, { cache: 'reload', signal: AbortSignal.timeout(5000) }),
  );
  void Promise.allSettled(answers).then(() => location.reload());
}
