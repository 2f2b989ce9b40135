import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { AdminApi } from '#scripts/lib/admin-api.ts';
import { completeCollection, field } from '#scripts/lib/schema.ts';
import { STUB_PICKER } from '#scripts/lib/stub-picker.ts';
import type { Figures } from './figures.ts';
import { takeTasks, WATCH_TASKS } from './long-tasks.ts';
import { rowsOf } from './ready.ts';
import type { Measurement, Stage } from './scene.ts';
import { COLLECTIONS, COUNTS, recordsUrl } from './seed.ts';
import { Visit } from './visit.ts';

const run = promisify(execFile);

/** Number of rows that an import creates. */
const IMPORTED = 5000;
/** As Atoll sends them. */
const PARALLEL = 8;
/** The largest page of the backend, and its largest size in bytes. */
const PAGE = 500;
const MAX_PAGE = 10_000_000;

const TARGET = 'bench0000000imp';

const figuresOf = (what: 'export' | 'import', time: number, longest: number, heap: number): Figures => ({
  [`${what}: time`]: time,
  [`${what}: longest task`]: longest,
  [`${what}: heap added`]: heap,
});

const dialog = `document.querySelector('[role=dialog]')`;
const says = (text: string) => `${dialog}?.textContent.includes('${text}')`;
/** The enabled button, radio or menu item of the page whose text begins like this, or undefined. */
const control = (start: string) =>
  `[...document.querySelectorAll('button, [role=menuitem], label:has([type=radio])')].find((one) =>
    one.checkVisibility() && !one.disabled && one.ariaDisabled !== 'true' && one.textContent.trim().startsWith('${start}'))`;

async function startAt({ browser, dashboard, session }: Stage, url: string, ready: string): Promise<Visit> {
  const visit = await Visit.start(browser, dashboard, session);
  await visit.addScript(WATCH_TASKS);
  await visit.addScript(STUB_PICKER);
  await visit.open(url, ready);
  await visit.network.quiet();
  return visit;
}

async function openPanel(visit: Visit, item: string): Promise<void> {
  await visit.pressUntil(`document.querySelector('button[aria-label="More actions"]')`, control(item));
  await visit.pressUntil(control(item), dialog);
  await visit.network.quiet();
}

/** From the press until the dialog says the result. Like the plain client's page, this one has no watch for it. */
async function pressAndWatch(visit: Visit, button: string, result: string, what: 'export' | 'import') {
  const heap = await visit.heapBytes();
  await visit.unwatch();
  await takeTasks(visit);
  const start = performance.now();
  await visit.evaluate(`(${control(button)}).click()`);
  await visit.until(says(result), `There is no result of the ${what}.`);
  const time = performance.now() - start;
  const { longest } = await takeTasks(visit);
  return figuresOf(what, time, longest, (await visit.heapBytes()) - heap);
}

/** A loop of curl that reads page after page; returns ms. */
async function readAll({ dashboard, api }: Stage): Promise<number> {
  const url = new URL(`/api/collections/${COLLECTIONS.posts}/records`, dashboard.url);
  const token = await api.token();
  const start = performance.now();
  for (let page = 1; page <= COUNTS.posts / PAGE; page++) {
    url.search = `sort=id&skipTotal=1&perPage=${PAGE}&page=${page}`;
    await run('curl', ['-sSf', '-H', `Authorization: ${token}`, url.href], { maxBuffer: MAX_PAGE });
  }
  return performance.now() - start;
}

/**
 * Exports the 20,000 posts as NDJSON, from the press until the panel says that they are written. A dashboard without an
 * export gives its turn to a loop of curl.
 */
export const exportRecords: Measurement = async (stage) => {
  const { dashboard } = stage;
  if (!dashboard.isAtoll) return figuresOf('export', await readAll(stage), 0, 0);
  const visit = await startAt(stage, recordsUrl(dashboard, 'posts'), rowsOf(dashboard, 'posts'));
  await openPanel(visit, 'Export records');
  await visit.pressUntil(control('NDJSON'), dialog);
  const result = `Exported ${COUNTS.posts.toLocaleString('en')} records.`;
  const figures = await pressAndWatch(visit, 'Export', result, 'export');
  await visit.end();
  return figures;
};

const rows = Array.from({ length: IMPORTED }, (_, index) => ({
  title: `Row ${index}`,
  amount: index / 4,
  body: `<p>${'A sentence of the imported text. '.repeat(6)}</p>`,
  tags: ['red', 'blue'],
}));

/** The same requests to the same server from a page without a dashboard; returns ms. */
async function createAll({ browser, dashboard, atollUrl, api }: Stage): Promise<number> {
  const visit = await Visit.start(browser, dashboard);
  await visit.open(`${atollUrl}/api/health`, 'document.body');
  await visit.unwatch();
  const time = await visit.evaluate(`(async () => {
    const headers = { authorization: ${JSON.stringify(await api.token())}, 'content-type': 'application/json' };
    const waiting = ${JSON.stringify(rows)}.values();
    const createOneByOne = async () => {
      for (const row of waiting) {
        const request = { method: 'POST', headers, body: JSON.stringify(row) };
        const response = await fetch('/api/collections/${TARGET}/records', request);
        if (!response.ok) throw new Error('A record could not be created: ' + response.status);
        await response.json();
      }
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: ${PARALLEL} }, createOneByOne));
    return performance.now() - start;
  })()`);
  await visit.end();
  return Number(time);
}

async function createTarget(api: AdminApi): Promise<void> {
  const fields = [
    field('title'),
    field('amount', 'number'),
    field('body', 'editor'),
    field('tags', 'select', { max: 2, choices: ['red', 'blue'] }),
  ];
  await api.post('/api/collections', completeCollection({ id: TARGET, name: 'imported', fields }));
}

/**
 * Imports rows into an empty collection, from the press until the panel says that all are there. A dashboard
 * without an import gives its turn to a page that creates the same records with the same number of requests at once,
 * and shows nothing.
 */
export const importRecords: Measurement = async (stage) => {
  const { dashboard, api } = stage;
  await createTarget(api);
  try {
    if (!dashboard.isAtoll) return figuresOf('import', await createAll(stage), 0, 0);
    const url = dashboard.url + dashboard.recordsAt({ id: TARGET, name: 'imported' });
    const visit = await startAt(stage, url, `document.querySelector('button[aria-label="More actions"]')`);
    await openPanel(visit, 'Import records');
    const choosing = visit.page.waitForEvent('filechooser');
    // Only a real click may open the chooser of a file.
    await visit.point(control('Choose a file'), dialog);
    const buffer = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
    await (await choosing).setFiles({ name: 'rows.ndjson', mimeType: '', buffer });
    await visit.until(control('Check the rows'), 'The file was not read.');
    const start = `Import ${IMPORTED.toLocaleString('en')} rows`;
    await visit.pressUntil(control('Check the rows'), control(start));
    const figures = await pressAndWatch(visit, start, 'Finished.', 'import');
    await visit.end();
    return figures;
  } finally {
    await api.delete(`/api/collections/${TARGET}`);
  }
};
