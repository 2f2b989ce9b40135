/** Reloads all parts without the cache: it may have a host's page in place of a missing part, and break again. */
export function reloadFresh(): void {
  const parts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'));
  const responses = parts.map(({ name }) =>
    fetch(name, { cache: 'reload', signal: AbortSignal.timeout(5000) }),
  );
  void Promise.allSettled(responses).then(() => location.reload());
}
