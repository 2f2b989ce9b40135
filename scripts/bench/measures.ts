import type { Browser } from 'playwright';
import { coldVisit } from './cold-visit.ts';
import type { Dashboard } from './dashboard.ts';
import { collectionEditor } from './editor.ts';
import type { Figures } from './figures.ts';
import { manyLogs, manyRecords } from './many-rows.ts';
import { recordWork } from './record-work.ts';
import { scrolling } from './scrolling.ts';
import { APP_NAME, BACKUP, COLLECTIONS, OTHER_ADMIN } from './seed.ts';
import { signIn } from './sign-in.ts';
import { Visit } from './visit.ts';

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

/** An expression: the form of the settings shows what the seeded backend has stored. */
const SETTINGS_READY = `[...document.querySelectorAll('input')]
  .some((input) => input.value === '${APP_NAME}' && input.checkVisibility())`;

/** An expression: the page shows this text, which has no quotes. */
function isShown(text: string): string {
  return `document.evaluate('//text()[contains(., "${text}")]', document.body, null, XPathResult.ANY_UNORDERED_NODE_TYPE)
    .singleNodeValue?.parentElement.checkVisibility()`;
}

/** Runs every measurement once on one dashboard. */
export async function measureRound(
  browser: Browser,
  dashboard: Dashboard,
  session: unknown,
): Promise<Figures> {
  const logsUrl = `${dashboard.url}#/logs`;
  const settingsUrl = `${dashboard.url}#/settings`;
  const backupsUrl = `${dashboard.url}#/settings/backups`;
  const adminsUrl = `${dashboard.url}#/settings/admins`;
  const postsUrl = recordsUrl(dashboard, 'posts');
  return {
    ...(await signIn(browser, dashboard)),
    ...(await coldRecords('records', 'posts', browser, dashboard, session)),
    ...(await coldRecords('60 columns', 'wide', browser, dashboard, session)),
    ...(await manyRecords(browser, dashboard, session, postsUrl)),
    ...(await switching(browser, dashboard, session)),
    ...(await recordWork(browser, dashboard, session, postsUrl)),
    ...(await scrolling(browser, dashboard, session, postsUrl)),
    ...(await coldVisit('logs', browser, dashboard, logsUrl, dashboard.logsReady, session)),
    ...(await manyLogs(browser, dashboard, session, logsUrl)),
    ...(await coldVisit('settings', browser, dashboard, settingsUrl, SETTINGS_READY, session)),
    ...(await coldVisit('backups', browser, dashboard, backupsUrl, isShown(BACKUP), session)),
    ...(await coldVisit('admins', browser, dashboard, adminsUrl, isShown(OTHER_ADMIN), session)),
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
