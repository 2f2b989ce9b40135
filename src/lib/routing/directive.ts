import type { ClientDirective } from 'astro';

/**
 * `client:route="login"` hydrates an island the first time one of the named frames is shown. Several names
 * are separated by spaces; `sidebar` means every route with the app sidebar, and `*` any route.
 *
 * Astro bundles a directive separately, so a store imported here would be a second instance. The directive
 * therefore reads `<html data-route>` and listens for the event of the page's script.
 */
const hydrateOnRoute: ClientDirective = (load, options, island) => {
  const names = String(options.value).split(' ');
  const html = document.documentElement;
  const isShown = () =>
    names.includes('*') ||
    names.includes(html.dataset['route'] ?? '') ||
    (html.dataset['sidebar'] === 'on' && names.includes('sidebar'));

  const hydrateIfShown = async () => {
    if (!isShown()) return;
    document.removeEventListener('atoll:route', hydrateIfShown);
    // A failed fetch, for example while offline, is tried again on the next visit.
    const retry = () => document.addEventListener('atoll:route', hydrateIfShown);
    island.addEventListener('astro:hydration-error', retry, { once: true });
    const hydrate = await load();
    await hydrate();
  };
  document.addEventListener('atoll:route', hydrateIfShown);
  void hydrateIfShown();
};

export default hydrateOnRoute;
