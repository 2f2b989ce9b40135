import type { Browser } from 'playwright';
import type { BenchList, Dashboard } from './dashboard.ts';
import type { Figures } from './figures.ts';
import { SLOW, Visit } from './visit.ts';

const MANY = 1000;
/** Rows per page of either dashboard. */
const PAGE = 50;
const LIMIT_MS = 300_000;
const AGAIN_MS = 1000;

/** Loads 1,000 records at full speed, then measures elements, heap and the time to select all. */
export async function manyRecords(
  browser: Browser,
  dashboard: Dashboard,
  session: unknown,
  url: string,
): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(url, dashboard.rowsReady('title', 'Post '));
  await visit.evaluate(loadUntil(dashboard.records));
  const { elements, heap, selectAll } = await measureRows(visit, dashboard.records);
  await visit.end();
  return { '1,000 records: elements': elements, '1,000 records: heap': heap, 'select all: time': selectAll };
}

/** Loads 1,000 entries of the log on the slow network and processor, then measures the same. */
export async function manyLogs(
  browser: Browser,
  dashboard: Dashboard,
  session: unknown,
  url: string,
): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(url, dashboard.logsReady);
  await visit.network.quiet();
  await visit.slowDown();
  const time = Number(await visit.evaluate(loadUntil(dashboard.logs)));
  const { elements, heap, selectAll } = await measureRows(visit, dashboard.logs);
  await visit.end();
  return {
    '1,000 logs: time': time,
    '1,000 logs: elements': elements,
    '1,000 logs: heap': heap,
    'select all logs: time': selectAll,
  };
}

async function measureRows(
  visit: Visit,
  list: BenchList,
): Promise<{ elements: number; heap: number; selectAll: number }> {
  await visit.network.quiet();
  const elements = Number(await visit.evaluate(`document.querySelectorAll('*').length`));
  const heap = await visit.heapBytes();
  const loaded = Number(await visit.evaluate(list.loadedCount));
  await visit.setCpuRate(SLOW.cpuRate);
  const selectAll = await visit.clickUntil(list.selectAllSelector, list.allSelected(loaded));
  return { elements, heap, selectAll };
}

/**
 * Presses "Load more" until 1,000 rows are loaded, each time as soon as the whole page is there. Presses again after a
 * while without a new row: a page may have fewer rows, or ignore a press just before a load ends. Evaluates to the ms
 * that it took.
 */
function loadUntil({ loadedCount, loadMoreButton }: BenchList): string {
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
        [changed, wanted] = [now, loaded + ${PAGE}];
        button.click();
      }
      await new Promise(requestAnimationFrame);
    }
  })()`;
}
