import { atom, onMount } from 'nanostores';

/** How often relative times such as '3 min ago' are updated, in ms. */
const TICK_MS = 10_000;

/** The current time in ms since 1970; advances every 10 s while it has listeners. */
export const $now = atom(0);

onMount($now, () => {
  const update = () => $now.set(Date.now());
  update();
  const timer = setInterval(update, TICK_MS);
  return () => clearInterval(timer);
});
