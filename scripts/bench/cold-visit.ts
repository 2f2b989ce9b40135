import type { Condition } from './conditions.ts';
import { bytesOf, type Figures } from './figures.ts';
import { takeTasks, tasksOf, WATCH_TASKS } from './long-tasks.ts';
import type { Stage } from './scene.ts';
import { Visit } from './visit.ts';

/**
 * Opens `url` with an empty cache and waits until the expression `ready` holds and then until the page fetches nothing
 * more. The figures begin with `label`.
 */
export async function coldVisit(
  label: string,
  { browser, dashboard, session }: Stage,
  condition: Condition,
  url: string,
  ready: string,
): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.impose(condition);
  await visit.addScript(WATCH_TASKS);
  const time = await visit.open(url, ready);
  const toUse = visit.network.sentSoFar();
  const tasksToUse = await takeTasks(visit, 'window.benchReadyAt');
  await visit.network.rest();
  const tasksAfter = await takeTasks(visit);
  const atRest = visit.network.traffic;
  await visit.end();
  return {
    [`${label}: time`]: time,
    ...bytesOf(label, toUse(), atRest),
    ...tasksOf(label, tasksToUse, tasksAfter),
  };
}

/**
 * Opens `url` twice in one window, the second time with the page's files in the browser's cache, and measures that.
 * The window's session storage is kept, as after a reload.
 */
export async function warmVisit(
  label: string,
  { browser, dashboard, session }: Stage,
  condition: Condition,
  url: string,
  ready: string,
): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(url, ready);
  await visit.network.rest();
  await visit.leave();
  await visit.impose(condition);
  const time = await visit.open(url, ready);
  await visit.end();
  return { [`${label}: time`]: time };
}
