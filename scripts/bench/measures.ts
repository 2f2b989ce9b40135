import type { Browser } from 'playwright';
import type { Dashboard } from './dashboard.ts';
import { collectionEditor } from './editor.ts';
import { bytesOf, type Figures } from './figures.ts';
import { recordWork } from './record-work.ts';
import { scrolling } from './scrolling.ts';
import { COLLECTIONS } from './seed.ts';
import { signIn } from './sign-in.ts';
import { SLOW, Visit } from './visit.ts';

const MANY = 1000;
/** A field and a value that only this collection has, so that rows of the previous collection do not count. */
const SIGN_OF = {
  posts: ['title', 'Post '],
  wide: ['column_1', 'Row '],
  authors: ['name', 'Author '],
} as const;

type Name = keyof typeof SIGN_OF;

function recordsUrl(dashboard: Dashboard, name: keyof typeof COLLECTIONS): string {
  return `${dashboard.url}#/collections?collectionId=${COLLECTIONS[name]}`;
}

/** An expression: the page shows rows of this collection. */
function rowsOf(dashboard: Dashboard, name: Name): string {
  const [column, text] = SIGN_OF[name];
  return dashboard.rowsReady(column, text);
}

/** Runs every measurement once on one dashboard. */
export async function measureRound(
  browser: Browser,
  dashboard: Dashboard,
  session: unknown,
): Promise<Figures> {
  const postsUrl = recordsUrl(dashboard, 'posts');
  return {
    ...(await signIn(browser, dashboard)),
    ...(await coldRecords('records', 'posts', browser, dashboard, session)),
    ...(await coldRecords('60 columns', 'wide', browser, dashboard, session)),
    ...(await manyRecords(browser, dashboard, session)),
    ...(await switching(browser, dashboard, session)),
    ...(await recordWork(browser, dashboard, session, postsUrl)),
    ...(await scrolling(browser, dashboard, session, postsUrl)),
    ...(await collectionEditor(browser, dashboard, session, recordsUrl(dashboard, 'hundred'))),
  };
}

function coldRecords(
  label: string,
  name: Name,
  browser: Browser,
  dashboard: Dashboard,
  session: unknown,
): Promise<Figures> {
  const ready = rowsOf(dashboard, name);
  return coldVisit(label, browser, dashboard, recordsUrl(dashboard, name), ready, session);
}

async function coldVisit(
  label: string,
  browser: Browser,
  dashboard: Dashboard,
  url: string,
  ready: string,
  session: unknown,
): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.slowDown();
  const time = await visit.open(url, ready);
  const toUse = visit.network.traffic;
  await visit.network.rest();
  const atRest = visit.network.traffic;
  await visit.end();
  return { [`${label}: time`]: time, ...bytesOf(label, toUse, atRest) };
}

/** Loads 1,000 records at full speed, then measures elements, heap and the time to select all. */
async function manyRecords(browser: Browser, dashboard: Dashboard, session: unknown): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(recordsUrl(dashboard, 'posts'), rowsOf(dashboard, 'posts'));
  await visit.evaluate(loadUntil(dashboard, MANY));
  await visit.network.quiet();
  const nodes = Number(await visit.evaluate(`document.querySelectorAll('*').length`));
  const heap = await visit.heapBytes();
  const loaded = Number(await visit.evaluate(dashboard.loadedCount));
  await visit.setCpuRate(SLOW.cpuRate);
  const selectAll = await visit.clickUntil(dashboard.selectAllSelector, dashboard.allSelected(loaded));
  await visit.end();
  return { '1,000 records: elements': nodes, '1,000 records: heap': heap, 'select all: time': selectAll };
}

/** Presses "Load more" until `count` records are loaded. */
function loadUntil({ loadedCount, loadMoreButton }: Dashboard, count: number): string {
  return `(async () => {
    const loaded = () => ${loadedCount};
    const limit = performance.now() + 120000;
    let [before, pressed] = [-1, 0];
    while (loaded() < ${count}) {
      const now = performance.now();
      if (now > limit) throw new Error('Only ' + loaded() + ' records were loaded.');
      // The page ignores a click just before a load ends: press again when nothing happens.
      if (loaded() !== before || now - pressed > 3000) {
        [before, pressed] = [loaded(), now];
        (${loadMoreButton})?.click();
      }
      await new Promise(requestAnimationFrame);
    }
  })()`;
}

/** Switches between collections four times. */
async function switching(browser: Browser, dashboard: Dashboard, session: unknown): Promise<Figures> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(recordsUrl(dashboard, 'posts'), rowsOf(dashboard, 'posts'));
  await visit.network.quiet();
  await visit.slowDown();
  const times: number[] = [];
  for (const name of ['authors', 'posts', 'wide', 'posts'] as const) {
    const done = rowsOf(dashboard, name);
    times.push(await visit.clickUntil(dashboard.linkSelector(COLLECTIONS[name]), done));
    await visit.network.quiet();
  }
  await visit.end();
  return { 'switch collection: time': times.reduce((sum, time) => sum + time, 0) / times.length };
}
