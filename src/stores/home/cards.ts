import { atom, computed } from 'nanostores';
import { followHidden } from '#browser/listen.ts';
import { abortable } from '#domain/app/abortable.ts';
import { $zone } from '#stores/app/zone.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

export type Request<T> = (signal: AbortSignal) => Promise<T>;

const shared = new Set<() => void>();

/** A request that several cards use: sent once, and again after it failed or was forgotten. */
export function createShared<T>(request: Request<T>): Request<T> {
  const latest = createLatest();
  let pending: Promise<T> | undefined;
  shared.add(() => {
    latest.abort();
    pending = undefined;
  });
  return (signal) => {
    if (!pending) {
      const sent = request(latest.begin());
      pending = sent;
      sent.catch(() => {
        if (pending === sent) pending = undefined;
      });
    }
    return abortable(pending, signal);
  };
}

function forgetShared(): void {
  for (const forget of shared) forget();
}

const $pending = atom(0);

/** Whether any card is loading. */
export const $isLoadingHome = computed($pending, (count) => count > 0);

const shown = new Set<() => Promise<void>>();

/** Creates the data of a card, which shows its own error; a loaded value stays while it is loaded again. */
export function createCard<T>(request: Request<T>) {
  const loader = createLoader<T>({ request, keepsValue: true, showsError: true });
  const load = async () => {
    $pending.set($pending.get() + 1);
    await loader.load();
    $pending.set($pending.get() - 1);
  };
  return {
    $load: loader.$load,
    load,
    /** Loads the data. Returns a function that aborts this and removes the data from memory. */
    start: (): (() => void) => {
      shown.add(load);
      void load();
      return () => {
        shown.delete(load);
        loader.clear();
      };
    },
  };
}

export type Card<T> = ReturnType<typeof createCard<T>>;

/** What is older is loaded again when the tab is shown, in ms. */
const OLD_MS = 5 * 60_000;

let loadedAt = 0;

/** Loads all cards on screen again. */
export function refreshHome(): void {
  loadedAt = Date.now();
  forgetShared();
  for (const load of shown) void load();
}

/** Loads the cards again when another time zone changes what is today, and when a tab hidden for long is shown. */
export function startHome(): () => void {
  loadedAt = Date.now();
  const stopHidden = followHidden((isHidden) => {
    if (!isHidden && Date.now() - loadedAt > OLD_MS) refreshHome();
  });
  return stopAll($zone.listen(refreshHome), stopHidden, forgetShared);
}
