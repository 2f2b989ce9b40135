import type { ClientDirective } from 'astro';

/**
 * `client:route="login"` wakes an island the first time one of the named frames is shown; several names
 * are separated by spaces, `sidebar` stands for every route with the app sidebar and `*` for any.
 *
 * Astro bundles a directive on its own, so a store imported here would be a second instance: it reads
 * `<html data-route>` and listens for the event of the page's own script instead.
 */
const wakeOnRoute: ClientDirective = (load, options, island) => {
  const names = String(options.value).split(' ');
  const html = document.documentElement;
  const isWanted = () =>
    names.includes('*') ||
    names.includes(html.dataset['route'] ?? '') ||
    (html.dataset['sidebar'] === 'on' && names.includes('sidebar'));

  const wake = async () => {
    if (!isWanted()) return;
    document.removeEventListener('atoll:route', wake);
    // What could not be fetched, as while the network is away, is asked for again on the next visit.
    const retry = () => document.addEventListener('atoll:route', wake);
    island.addEventListener('astro:hydration-error', retry, { once: true });
    const hydrate = await load();
    await hydrate();
  };
  document.addEventListener('atoll:route', wake);
  void wake();
};

export default wakeOnRoute;
