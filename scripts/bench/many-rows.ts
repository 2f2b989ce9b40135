import { FAST_1, FAST_4 } from './conditions.ts';
import type { BenchList } from './dashboard.ts';
import { under } from './figures.ts';
import type { Measurement, Scene } from './scene.ts';
import { recordsUrl } from './seed.ts';
import { Visit } from './visit.ts';

const MANY = 1000;
const LIMIT_MS = 300_000;
const AGAIN_MS = 1000;

/** Loads 1,000 records at full speed, then measures elements, heap and, with each processor, the time to select all. */
export const manyRecords: Scene['run'] = async ({ browser, dashboard, session }) => {
  const list = dashboard.records;
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(recordsUrl(dashboard, 'posts'), dashboard.rowsReady('title', 'Post '));
  await visit.evaluate(loadUntil(list));
  const { elements, heap } = await sizeOf(visit);
  const figures = under(FAST_1, { '1,000 records: elements': elements, '1,000 records: heap': heap });
  for (const condition of [FAST_4, FAST_1]) {
    await visit.impose(condition);
    const time = await selectAll(visit, list);
    Object.assign(figures, under(condition, { 'select all: time': time }));
    await visit.clickUntil(list.selectAllSelector, list.noneSelected);
  }
  await visit.end();
  return figures;
};

/** Loads 1,000 entries of the log, then measures the same. */
export const manyLogs: Measurement = async ({ browser, dashboard, session }, condition) => {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(`${dashboard.url}#/logs`, dashboard.logsReady);
  await visit.network.quiet();
  await visit.impose(condition);
  const time = Number(await visit.evaluate(loadUntil(dashboard.logs)));
  const { elements, heap } = await sizeOf(visit);
  const selecting = await selectAll(visit, dashboard.logs);
  await visit.end();
  return {
    '1,000 logs: time': time,
    '1,000 logs: elements': elements,
    '1,000 logs: heap': heap,
    'select all logs: time': selecting,
  };
};

async function sizeOf(visit: Visit): Promise<{ elements: number; heap: number }> {
  await visit.network.quiet();
  const elements = Number(await visit.evaluate(`document.querySelectorAll('*').length`));
  return { elements, heap: await visit.heapBytes() };
}

async function selectAll(visit: Visit, list: BenchList): Promise<number> {
  const loaded = Number(await visit.evaluate(list.loadedCount));
  return visit.clickUntil(list.selectAllSelector, list.allSelected(loaded));
}

/**
 * Presses "Load more" until 1,000 rows are loaded, each time as soon as the whole page is there. Presses again after a
 * while without a new row: a page may have fewer rows, or ignore a press just before a load ends. Evaluates to the ms
 * that it took.
 */
function loadUntil({ loadedCount, loadMoreButton, pageRows }: BenchList): string {
  return `(async () => {
    const start = performance.now();
    let [seen, changed, wanted] = [0, 0, 0];
    for (;;) {
      const now = performance.now();
      const loaded = ${loadedCount};
      if (loaded >= ${MANY}) return now - start;
      if (now > start + ${LIMIT_MS}) throw new Error('Only ' + loaded + ' rows were loaded.');
      if (loaded !== seen) [seen, changed] = [loaded, now];
      const button = ${loadMoreButton};
      if (button && (loaded >= wanted || now - changed > ${AGAIN_MS})) {
        [changed, wanted] = [now, loaded + ${pageRows}];
        button.click();
      }
      await new Promise(requestAnimationFrame);
    }
  })()`;
}
