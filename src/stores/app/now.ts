// chunks: amounts
import { atom, onMount } from 'nanostores';
import { backendNow } from '#api/clock.ts';

/** How often relative times such as '3 min ago' are updated, in ms. */
const TICK_MS = 10_000;

/** The backend's time in ms since 1970; advances every 10 s while it has listeners. */
export const $now = atom(0);

onMount($now, () => {
  const update = () => $now.set(backendNow());
  update();
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});
