import type { ClientDirective } from 'astro';
import { idle } from '#browser/connection.ts';
import { templateOf } from './frames.ts';

const LATER = 'later';
const EVERY = '*';
/** The longest wait for the list of the screen, in ms: who sees that it is slow may want another one. */
const LIST_MS = 500;

const next = (types: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    const finish = () => {
      for (const type of types) document.removeEventListener(type, finish, true);
      resolve();
    };
    for (const type of types) document.addEventListener(type, finish, true);
  });

/** Islands whose code could not be fetched, and templates without their frames: nothing waits for them. */
const failed = new WeakSet<EventTarget>();
const noteFailure = ({ target }: Event) => target && failed.add(target);
document.addEventListener('astro:hydration-error', noteFailure, true);

/** Resolves when islands without `later` have hydrated or failed, the list has its rows, and the browser is idle. */
async function screenStands(): Promise<void> {
  // Islands that follow in the page are not there yet.
  if (document.readyState === 'loading') await next(['readystatechange']);
  const isAwaited = (island: Element) =>
    !failed.has(island) && !island.getAttribute('opts')?.includes(` ${LATER}"`);
  const inFrame = (selector: string) =>
    document.querySelectorAll(`[data-frame="${document.documentElement.dataset['route']}"] ${selector}`);
  const hasAwaited = () => {
    const template = templateOf(document.documentElement.dataset['route']);
    return template ? !failed.has(template) : [...inFrame('astro-island[ssr]')].some(isAwaited);
  };
  while (hasAwaited()) {
    // Another screen may be shown meanwhile, whose islands then come first.
    await next(['astro:hydrate', 'astro:hydration-error', 'atoll:route']);
  }
  // React goes on when an island has hydrated: the first idle period may come before that.
  await idle();
  const limit = performance.now() + LIST_MS;
  do await idle();
  while (inFrame('[aria-busy=true]').length > 0 && performance.now() < limit);
}

/** Resolves when what a screen of administrators says to its backend is there; `atoll:wire` says that it is on its way. */
async function wireStands(): Promise<void> {
  while (!globalThis.atollWire) await next(['atoll:wire']);
  await globalThis.atollWire;
}

/**
 * `client:route="login"` hydrates an island when one of the named frames is first shown; `sidebar` means every route
 * with the app sidebar, `*` any. With `later` it waits for the others of the screen, which the user came for.
 *
 * Astro bundles a directive separately: a store imported here would be a second instance. It reads `<html data-route>`.
 */
const hydrateOnRoute: ClientDirective = (load, options, island) => {
  const names = String(options.value).split(' ');
  const html = document.documentElement;
  const isShown = () =>
    names.includes(EVERY) ||
    names.includes(html.dataset['route'] ?? '') ||
    (html.dataset['sidebar'] === 'on' && names.includes('sidebar'));

  const hydrateIfShown = async () => {
    if (!isShown()) return;
    document.removeEventListener('atoll:route', hydrateIfShown);
    // A failed fetch, for example while offline, is tried again on the next visit.
    const retry = () => document.addEventListener('atoll:route', hydrateIfShown);
    island.addEventListener('astro:hydration-error', retry, { once: true });
    if (names.includes(LATER)) await screenStands();
    const isOnEvery = names.includes(EVERY);
    try {
      const [hydrate] = await Promise.all([
        load(),
        html.dataset['sidebar'] === 'on' && !isOnEvery && wireStands(),
      ]);
      await hydrate();
    } catch (error) {
      island.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true, detail: { error } }));
    }
  };
  document.addEventListener('atoll:route', hydrateIfShown);
  void hydrateIfShown();
};

export default hydrateOnRoute;
