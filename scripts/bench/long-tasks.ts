import type { Figures } from './figures.ts';
import type { Visit } from './visit.ts';

/** Tasks of the page longer than 50 ms, in ms. Browsers report no shorter ones: 0 means that there was none. */
export interface LongTasks {
  sum: number;
  longest: number;
}

/** Runs before the page's own scripts. Tasks of the page's frames count too: they hold up the same processor. */
export const WATCH_TASKS = `{
  const list = [];
  const observer = new PerformanceObserver((entries) => list.push(...entries.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  window.benchTasks = { list, observer };
}`;

/**
 * The long tasks that were not taken yet and began before `until` (ms, an expression; default: all). They are then
 * taken. The visit needs the script {@link WATCH_TASKS}.
 */
export async function takeTasks(visit: Visit, until = 'Infinity'): Promise<LongTasks> {
  const value = await visit.evaluate(`(async () => {
    // A task is reported only once it is over, and this one may follow right after it.
    await new Promise((resolve) => setTimeout(resolve));
    const { list, observer } = window.benchTasks;
    list.push(...observer.takeRecords());
    const end = ${until};
    const taken = list.filter((task) => task.startTime < end);
    window.benchTasks.list.splice(0, Infinity, ...list.filter((task) => task.startTime >= end));
    const durations = taken.map((task) => task.duration);
    return [durations.reduce((sum, duration) => sum + duration, 0), Math.max(0, ...durations)];
  })()`);
  const [sum, longest] = value as [sum: number, longest: number];
  return { sum, longest };
}

/** Figures of the long tasks until a page is ready, and until it rests: those of `after` come on top. */
export function tasksOf(label: string, ready: LongTasks, after: LongTasks): Figures {
  return {
    [`${label}: long tasks`]: ready.sum,
    [`${label}: longest task`]: ready.longest,
    [`${label}: long tasks at rest`]: ready.sum + after.sum,
    [`${label}: longest task at rest`]: Math.max(ready.longest, after.longest),
  };
}
