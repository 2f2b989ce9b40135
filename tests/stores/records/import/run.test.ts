import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { $timesReached } from '#stores/app/connection.ts';
import { go } from '#stores/app/route.ts';
import { $session, signIn } from '#stores/app/session.ts';
import type { Import } from '#stores/records/import/import.ts';
import { $isChangingMany } from '#stores/records/tools.ts';
import {
  answerRequests,
  failAfterwards,
  holdRequests,
  loseResponses,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import { addFields, createRecord, createRecords, field } from '#tests/support/factories.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { zipOf } from '#tests/support/zip.ts';
import { loaded, rows, startRecordsPage } from '../list-fixture.ts';
import { backend, toasts, until } from '../record-fixture.ts';
import { checked, counts, holdAfter, openImport, openText, startImport } from './import-fixture.ts';

startRecordsPage();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Texts `t0`, `t1` ... below the title. */
const titles = (count: number) => `title\n${Array.from({ length: count }, (_, at) => `t${at}`).join('\n')}\n`;
const isPost = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path.endsWith('/records');
const isHealth = ({ path }: { path: string }) => path === '/api/health';
const linesOf = async (into: Import) => (await (await into.run.refused()).text()).trim().split('\r\n');

test('a pause lets what was sent end, and nothing more is sent before it is resumed', async () => {
  const { into, stored, path, created } = await startImport({ indexes: [] });
  go('collections', { collectionId: created.id });
  await loaded();
  await openText(into, titles(60));
  await checked(into);
  const { sent, stop } = watchRequests();
  const { arrived, release } = holdAfter(path, 10);
  const posts = () => sent.filter((request) => request === `POST ${path}`).length;
  const running = into.start();
  expect(into.$step.get()).toBe('run');
  await arrived;
  // A second start changes nothing.
  await into.start();
  expect($isChangingMany.get()).toBe(true);
  into.run.pause();
  expect(into.run.$run.get()).toMatchObject({ state: 'busy', hold: 'user', notRun: 0 });
  release();
  const paused = await until(into.run.$run, (run) => run?.done === posts());
  expect(posts()).toBeLessThanOrEqual(18);
  expect(stored()).toHaveLength(paused?.done ?? 0);
  expect(rows()).toEqual([]);
  into.run.resume();
  await running;
  stop();
  expect(posts()).toBe(60);
  expect(into.run.$run.get()).toMatchObject({
    ...{ state: 'ended', hold: undefined, done: 60, notRun: 0, refused: [] },
    counts: counts(60, 0, 0, 0, 0),
  });
  expect($isChangingMany.get()).toBe(false);
  // The list shows the new records.
  await loaded();
  expect(rows()).toHaveLength(40);
  into.run.cancel();
  expect(into.run.$run.get()?.state).toBe('ended');
});

test('a row may refer to the row above it', async () => {
  const { into, stored, created } = await startImport({ indexes: [] });
  const above = field('above', 'relation', { collectionId: created.id });
  await addFields(backend().api, created.id, above);
  const own = await openImport(created.id);
  into.dispose();
  const id = (at: number) => `chain${String(at).padStart(10, '0')}`;
  const lines = Array.from({ length: 40 }, (_, at) => `${id(at)},t${at},${at ? id(at - 1) : ''}`);
  await openText(own, `id,title,above\n${lines.join('\n')}\n`);
  await checked(own);
  await own.start();
  expect(own.run.$run.get()).toMatchObject({ refused: [], counts: counts(40, 0, 0, 0, 0) });
  expect(stored('id, above').filter(({ above }) => above)).toHaveLength(39);
});

test('a pause of the user outlasts a lost connection', async () => {
  const { into, stored } = await startImport({ indexes: [] });
  await openText(into, titles(3));
  await checked(into);
  const restore = rejectRequests(isPost, '', 503);
  const { arrived, release } = holdRequests(isPost);
  const running = into.start();
  await arrived;
  into.run.pause();
  const before = $timesReached.get();
  release();
  await until($timesReached, (times) => times > before);
  restore();
  expect(into.run.$run.get()?.hold).toBe('user');
  expect(stored()).toEqual([]);
  into.run.resume();
  await running;
  expect(into.run.$run.get()?.counts).toEqual(counts(3, 0, 0, 0, 0));
  expect(stored('title').map(({ title }) => title)).toEqual(['t0', 't1', 't2']);
});

test('a cancel without a connection waits for nothing, and says which rows may have been saved', async () => {
  const { into } = await startImport({ indexes: [] });
  await openText(into, titles(20));
  await checked(into);
  rejectRequests(isPost, '', 503);
  rejectRequests(isHealth, '', 503);
  const running = into.start();
  await until(into.run.$run, (run) => run?.hold === 'offline');
  const states: unknown[] = [];
  const stop = into.run.$run.listen((run) => states.push(run?.state));
  into.run.cancel();
  await running;
  stop();
  expect([states[0], states.at(-1)]).toEqual(['cancelling', 'ended']);
  const run = into.run.$run.get();
  const known = run?.counts.invalid ?? 0;
  expect([known > 0, known <= 8]).toEqual([true, true]);
  expect(run).toMatchObject({ hold: undefined, counts: counts(0, 0, 0, 0, known), notRun: 20 - known });
  const unknown = 'Cancelled without a response: it may have been saved.';
  expect(run?.refused.map(({ problems }) => problems)).toEqual(
    Array.from({ length: known }, () => [{ field: '', message: unknown }]),
  );
  expect(await linesOf(into)).toEqual([
    'title,_error',
    ...Array.from({ length: 20 }, (_, at) => `t${at},${at < known ? unknown : 'Not run.'}`),
  ]);
  expect(toasts()).toEqual([]);
});

test('the end of the session is told once, and whoever began the import goes on with it', async () => {
  const { into, stored } = await startImport({ indexes: [] });
  await openText(into, titles(30));
  await checked(into);
  const restore = rejectRequests(isPost, 'The token is invalid.', 401);
  const running = into.start();
  await until(into.run.$run, (run) => run?.hold === 'session');
  await until($session, (session) => session === undefined);
  restore();
  expect(toasts()).toEqual(['The token is invalid.']);
  expect(stored()).toEqual([]);
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  expect(into.run.$run.get()?.hold).toBe('session');
  into.run.resume();
  await running;
  expect(into.run.$run.get()).toMatchObject({ counts: counts(30, 0, 0, 0, 0), notRun: 0 });
  expect(stored()).toHaveLength(30);
});

/** Notes pauses of half a second and more, which then take no time, or never end. Stores without listeners wait 1 s. */
function hurry(isEndless = false): number[] {
  const pauses: number[] = [];
  const original = globalThis.setTimeout;
  const quick = (run: () => void, ms = 0) => {
    const isPause = ms >= 500 && ms <= 8000;
    if (isPause && ms !== 1000) pauses.push(ms);
    if (isPause && isEndless) return original(() => {}, 0);
    return original(run, isPause ? 0 : ms);
  };
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(quick as typeof setTimeout);
  return pauses;
}

test.each([429, 500])('status %i is tried five times, with longer and longer pauses', async (status) => {
  const { into, stored, path } = await startImport();
  await openText(into, 'title,amount\na,1\n');
  await checked(into);
  rejectRequests(isPost, 'Not now.', status);
  const { sent, stop } = watchRequests();
  const pauses = hurry();
  await into.start();
  stop();
  expect(pauses).toEqual([500, 2000, 4000]);
  // Of too many requests none was stored; a hook may have failed after its record was.
  const each = status === 429 ? [`POST ${path}`] : [`POST ${path}`, `GET ${path}`];
  expect(sent.filter((request) => request.endsWith(path))).toEqual(Array(5).fill(each).flat());
  expect(into.run.$run.get()?.refused).toEqual([
    { number: 2, problems: [{ field: '', message: 'Not now.' }] },
  ]);
  expect(await linesOf(into)).toEqual(['title,amount,_error', 'a,1,Not now.']);
  expect(stored()).toEqual([]);
});

test('a row whose record is stored although the backend reports a fault is not sent again', async () => {
  const { into, stored, path } = await startImport();
  await openText(into, 'title,amount\na,1\n');
  await checked(into);
  failAfterwards(isPost);
  const { sent, stop } = watchRequests();
  hurry();
  await into.start();
  stop();
  expect(sent.filter((request) => request.endsWith(path))).toEqual([`POST ${path}`, `GET ${path}`]);
  expect(into.run.$run.get()).toMatchObject({ counts: counts(1, 0, 0, 0, 0), refused: [] });
  expect(stored('title')).toHaveLength(1);
});

test('a busy backend is asked again whether a record without a response was created', async () => {
  const { into, stored } = await startImport({ indexes: [] });
  await openText(into, titles(3));
  await checked(into);
  loseResponses(isPost);
  let reads = 0;
  rejectRequests(({ params }) => !!params['filter']?.startsWith('id=') && ++reads <= 6, 'Not now.', 429);
  hurry();
  await into.start();
  expect(into.run.$run.get()).toMatchObject({ refused: [], counts: counts(3, 0, 0, 0, 0), notRun: 0 });
  expect(stored('title')).toHaveLength(3);
});

test('an import that is closed ends at once, also in the pause before a row is sent again', async () => {
  const { into } = await startImport();
  await openText(into, 'title\na\nb\n');
  await checked(into);
  rejectRequests(isPost, 'Not now.', 429);
  const pauses = hurry(true);
  const running = into.start();
  await vi.waitFor(() => expect(pauses).toHaveLength(2));
  into.dispose();
  await running;
  expect(into.run.$run.get()?.state).toBe('ended');
});

test('an update that has not arrived is sent again; one whose response was lost is not', async () => {
  const { into, name, stored } = await startImport();
  const made = await createRecords(backend().api, name, 2, (at) => ({ title: `t${at}`, amount: 1 }));
  await openText(into, 'title,amount\nt0,5\nt1,6\n');
  into.columns.setOptions({ match: 'title' });
  await checked(into);
  const isPatchOf = (at: number) => (request: { method: string; path: string }) =>
    request.method === 'PATCH' && request.path.endsWith(String(made[at]?.id));
  let refusals = 0;
  rejectRequests((request) => isPatchOf(0)(request) && ++refusals <= 2, '', 502);
  loseResponses(isPatchOf(1));
  const { sent, stop } = watchRequests();
  await into.start();
  stop();
  expect(into.run.$run.get()?.counts).toEqual(counts(0, 2, 0, 0, 0));
  expect(stored()).toEqual([
    { title: 't0', amount: 5 },
    { title: 't1', amount: 6 },
  ]);
  const patches = (at: number) => sent.filter((request) => request.endsWith(`/${made[at]?.id}`)).length;
  expect([patches(0), patches(1)]).toEqual([3, 1]);
});

test('a row whose outcome can’t be read ends the import with the reason', async () => {
  const { into, path } = await startImport({ indexes: [] });
  await openText(into, titles(1));
  await checked(into);
  loseResponses(isPost);
  rejectRequests(({ method, path: to }) => method === 'GET' && to === path, 'No reading.', 400);
  await into.start();
  expect(toasts()).toContain('No reading.');
  expect(into.run.$run.get()).toMatchObject({
    ...{ state: 'ended', notRun: 0 },
    refused: [
      { number: 2, problems: [{ field: '', message: 'No reading. The request may still have worked.' }] },
    ],
  });
});

test('records that can’t be looked up end it before anything is sent', async () => {
  const { into, path } = await startImport();
  await openText(into, titles(2));
  into.columns.setOptions({ match: 'title' });
  await checked(into);
  const restore = rejectRequests((request) => request.path === path, 'No.', 400);
  await into.start();
  restore();
  expect(toasts()).toEqual(['No.']);
  expect(into.run.$run.get()).toMatchObject({ state: 'ended', counts: counts(0, 0, 0, 0, 0), notRun: 2 });
});

test('another run forgets what the first refused', async () => {
  const { into } = await startImport();
  await openText(into, 'title,amount\na,1\nb,many\n');
  await checked(into);
  await into.start();
  expect(await linesOf(into)).toEqual(['title,amount,_error', 'b,many,amount: Enter a valid number.']);
  into.columns.setColumn(1, { use: 'none' });
  into.columns.setOptions({ match: 'title' });
  await checked(into);
  await into.start();
  expect(into.run.$run.get()).toMatchObject({ counts: counts(1, 0, 1, 0, 0), refused: [] });
  expect(await linesOf(into)).toEqual(['title,amount,_error']);
});

test('the rate is that of the last five seconds', async () => {
  const { into, path } = await startImport({ indexes: [] });
  await openText(into, titles(40));
  await checked(into);
  const { release } = holdAfter(path, 20);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const start = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(start);
  const running = into.start();
  const rateAt = (ms: number) => {
    clock.mockReturnValue(start + ms);
    vi.advanceTimersByTime(500);
    return into.run.$run.get()?.rate;
  };
  await vi.waitFor(() => {
    rateAt(0);
    expect(into.run.$run.get()?.done).toBe(20);
  }, 10_000);
  expect([0, 2000, 4000, 5000, 5001, 7001].map(rateAt)).toEqual([0, 10, 5, 4, 0, 0]);
  release();
  await running;
  expect(rateAt(8000)).toBe(into.run.$run.get()?.rate);
  expect(vi.getTimerCount()).toBe(0);
});

test('files that are damaged or too large are refused with their row and, if there is only one, their field', async () => {
  const fields = [field('title'), field('cover', 'file', {}), field('pages', 'file', { max: 2 })];
  const { into, name, path, stored } = await startImport({ fields, indexes: [] });
  const [one, both, damaged, made, other] = ['one', 'both', 'damaged', 'made', 'other'].map((id) =>
    id.padEnd(15, '0'),
  );
  for (const id of [one, both, damaged, other]) await createRecord(backend().api, name, { id, title: 'old' });
  const row = (id: string | undefined, ...pages: readonly string[]) => ({
    id,
    title: 'new',
    cover: 'c.txt',
    pages,
  });
  const rowsOfFile = [row(one), row(both, 'p.txt'), row(damaged), row(made), row(other)];
  const entries = {
    'rows.json': JSON.stringify(rowsOfFile),
    [`files/${both}/p.txt`]: 'page',
    ...Object.fromEntries(
      [one, both, damaged, made, other].map((id) => [`files/${id}/c.txt`, `cover of ${id}`]),
    ),
  };
  const zip = Buffer.from(await zipOf(Object.entries(entries)));
  zip.write('X', zip.indexOf(`cover of ${damaged}`));
  await into.open(new Blob([zip]), 'export.zip');
  into.columns.setOptions({ match: 'id' });
  expect((await checked(into))?.counts).toEqual(counts(1, 4, 0, 0, 0));
  answerRequests(
    ({ method, path: to }) =>
      (method === 'PATCH' && to.startsWith(path)) || (method === 'POST' && to === path),
    () => new Response('', { status: 413 }),
  );
  rejectRequests(({ path: to }) => to === `${path}/${other}`, 'Not this record.');
  await into.start();
  const tooLarge = expect.stringContaining('The upload is too large');
  const { refused = [] } = into.run.$run.get() ?? {};
  expect(refused.toSorted((a, b) => a.number - b.number)).toEqual([
    { number: 1, problems: [{ field: 'cover', message: tooLarge }] },
    { number: 2, problems: [{ field: '', message: tooLarge }] },
    { number: 3, problems: [{ field: '', message: expect.stringContaining('damaged') }] },
    { number: 4, problems: [{ field: 'cover', message: tooLarge }] },
    { number: 5, problems: [{ field: '', message: 'Not this record.' }] },
  ]);
  expect(toasts()).toEqual([]);
  expect(stored('title').map(({ title }) => title)).toEqual(['old', 'old', 'old', 'old']);
});

test('files of a field with the name __proto__ are replaced, as those of any other', async () => {
  // Browsers have this setter, the runtime of the tests has not.
  Object.defineProperty(Object.prototype, '__proto__', {
    configurable: true,
    set(value: object) {
      Object.setPrototypeOf(this, value);
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, '__proto__'));
  const { into, created, path, stored } = await startImport({
    fields: [field('title'), field('__proto__', 'file', { max: 2, maxSize: 1000 })],
    indexes: [],
  });
  const id = 'one'.padEnd(15, '0');
  const form = new FormData();
  form.append('id', id);
  form.append('__proto__', new File(['old'], 'old.txt'));
  await backend().api.request('POST', path, form);
  const files = () => stored(`title, "__proto__" as files from ${created.name} --`);
  expect(files()).toEqual([{ title: '', files: expect.stringMatching(/^\["old_\w+\.txt"\]$/) }]);
  const row = `{"id":"${id}","title":"new","__proto__":["new.txt"]}`;
  const zip = await zipOf([
    ['rows.json', `[${row}]`],
    [`files/${id}/new.txt`, 'new'],
  ]);
  await into.open(new Blob([zip]), 'export.zip');
  into.columns.setOptions({ match: 'id' });
  expect((await checked(into))?.counts).toEqual(counts(0, 1, 0, 0, 0));
  await into.start();
  expect(into.run.$run.get()?.refused).toEqual([]);
  expect(files()).toEqual([{ title: 'new', files: expect.stringMatching(/^\["new_\w+\.txt"\]$/) }]);
});

test('an update of nothing but a file is sent again until the file is stored', async () => {
  const fields = [field('title'), field('proof', 'file')];
  const { into, created, stored } = await startImport({ fields, indexes: [] });
  const { id } = await createRecord(backend().api, created.id, { title: 'a' });
  const zip = await zipOf([
    ['rows.json', JSON.stringify([{ id, title: 'a', proof: 'new.txt' }])],
    [`files/${id}/new.txt`, 'new'],
  ]);
  await into.open(new Blob([zip]), 'export.zip');
  into.columns.setOptions({ match: 'id' });
  expect((await checked(into))?.counts).toEqual(counts(0, 1, 0, 0, 0));
  let refusals = 0;
  rejectRequests(({ method }) => method === 'PATCH' && ++refusals <= 1, '', 502);
  await into.start();
  expect(into.run.$run.get()?.counts).toEqual(counts(0, 1, 0, 0, 0));
  expect(stored('title, proof')).toEqual([{ title: 'a', proof: expect.stringMatching(/^new_\w+\.txt$/) }]);
});
