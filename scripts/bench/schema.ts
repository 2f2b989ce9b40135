import { takeTasks, WATCH_TASKS } from './long-tasks.ts';
import { rowsOf } from './ready.ts';
import type { Measurement } from './scene.ts';
import { COUNTS, recordsUrl } from './seed.ts';
import { Visit } from './visit.ts';

/** Opens the diagram of all collections from their list, until each has its tile. The reference of 0.22 has none: 0. */
export const openSchema: Measurement = async ({ browser, dashboard, session }, condition) => {
  const [time, longest] = [
    'opening the diagram of 44 collections: time',
    'opening the diagram: longest task',
  ];
  const { diagram } = dashboard;
  if (!diagram) return { [time]: 0, [longest]: 0 };
  const { button, tiles } = diagram;
  const visit = await Visit.start(browser, dashboard, session);
  await visit.addScript(WATCH_TASKS);
  await visit.open(recordsUrl(dashboard, 'posts'), `(${button}) && (${rowsOf(dashboard, 'posts')})`);
  await visit.network.quiet();
  await visit.impose(condition);
  await takeTasks(visit);
  const opened = await visit.pressUntil(
    button,
    `document.querySelectorAll('${tiles}').length === ${COUNTS.collections}`,
  );
  const tasks = await takeTasks(visit);
  await visit.end();
  return { [time]: opened, [longest]: tasks.longest };
};
