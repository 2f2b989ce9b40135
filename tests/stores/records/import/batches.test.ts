import process from 'node:process';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import type { WhenRefused } from '#domain/app/batch-settings.ts';
import { whenRefused } from '#stores/job/batch-settings.ts';
import type { Import } from '#stores/records/import/import.ts';
import { unfinishedImports } from '#stores/records/import/unfinished.ts';
import { watchRequests } from '#tests/stores/network-fixture.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { casesOf } from '#tests/support/cases.ts';
import { addFields, createRecord, field } from '#tests/support/factories.ts';
import { type Fault, startFaultyBackend } from '#tests/support/faulty-backend.ts';
import { startRecordsPage } from '../list-fixture.ts';
import { backend } from '../record-fixture.ts';
import { checked, counts, openImport, openText, startImport } from './import-fixture.ts';

const SIZE = 50;
const HELD = 'Not sent: its batch was held, because another one in it was refused.';
const setBatch = (batch: object) =>
  backend().api.patch('/api/settings', { batch: { timeout: 3, maxRequests: SIZE, ...batch } });

startRecordsPage();
afterEach(() => {
  whenRefused.update(() => 'skip');
  unfinishedImports.update(() => []);
});

const titleOf = (row: number) => `t${String(row).padStart(5, '0')}`;
const textOf = (count: number) =>
  `title,amount\n${Array.from({ length: count }, (_, row) => `${titleOf(row)},${row}`).join('\n')}\n`;

/** The same numbers for a case each time. */
function numbersOf(seed: number) {
  let state = seed + 1;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FAULTS: readonly Fault[] = [
  { kind: 'dropped' },
  { kind: 'cut', framing: 'length' },
  { kind: 'cut', framing: 'close' },
  { kind: 'refused', status: 503 },
  { kind: 'refused', status: 429 },
  { kind: 'refused', status: 500 },
];

/** Sends what the page requests through a proxy that breaks one batch, and calls back with each. */
async function breakBatch(fault: Fault, at: number, onBatch: (number: number) => void) {
  const proxy = await startFaultyBackend(backend().url);
  const { baseUrl } = api();
  api().baseUrl = proxy.url;
  onTestFinished(async () => {
    api().baseUrl = baseUrl;
    await proxy.stop();
  });
  let batches = 0;
  proxy.fail(fault, ({ path }) => {
    if (path !== '/api/batch') return false;
    onBatch(batches);
    return batches++ === at;
  });
  return proxy;
}

describe.runIf(hasNewerLine)('on a newer backend', () => {
  const isAll = Boolean(process.env['ALL_CASES']);
  const ROWS = isAll ? 5000 : 400;

  test.each(Array.from({ length: casesOf(30) }, (_, at) => at))(
    `[BY-15] ${ROWS} rows with a refused one, a cut line and a killed tab are each stored once or named: %i`,
    async (seed) => {
      await setBatch({ enabled: true });
      const number = numbersOf(seed);
      const refused: WhenRefused = number(2) ? 'hold' : 'skip';
      whenRefused.update(() => refused);
      const batches = ROWS / SIZE;
      const [bad, cut, kill] = [number(ROWS), number(batches), number(batches)];
      const fault = FAULTS[number(FAULTS.length)] as Fault;
      const { into, created, stored } = await startImport();
      await createRecord(backend().api, created.name, { title: titleOf(bad), amount: -1 });
      const rowsOf = () => stored().filter(({ amount }) => amount !== -1);
      let kills: Import | undefined = into;
      const proxy = await breakBatch(fault, cut, (batch) => {
        if (batch < kill) return;
        kills?.dispose();
        kills = undefined;
      });
      await openText(into, textOf(ROWS));
      await checked(into);
      await into.start();
      /** In the first run, batches are the rows in their order. */
      const isWhole = () => {
        const known = new Set(rowsOf().map(({ title }) => title));
        for (let from = 0; from < ROWS; from += SIZE) {
          const titles = Array.from({ length: SIZE }, (_, at) => titleOf(from + at));
          const found = titles.filter((title) => known.has(title)).length;
          const hasBad = bad >= from && bad < from + SIZE;
          const all = hasBad ? (refused === 'hold' ? 0 : SIZE - 1) : SIZE;
          expect([0, all], `rows from ${from}`).toContain(found);
        }
      };
      isWhole();
      const again = await openImport(created.id);
      await openText(again, textOf(ROWS));
      await checked(again);
      expect(again.$unfinished.get()?.print).toBe(again.$content.get()?.print);
      await again.start();
      proxy.heal();
      const run = again.run.$run.get();
      const named = (await (await again.run.refused()).text()).match(/^t\d+/gm) ?? [];
      const titles = rowsOf().map(({ title }) => title);
      // Held were those of its batch, which is another one by now.
      expect(named.length).toBeLessThanOrEqual(refused === 'hold' ? SIZE : 1);
      expect(named).toContain(titleOf(bad));
      expect(new Set(titles).size).toBe(titles.length);
      expect([...titles, ...named].sort()).toEqual(Array.from({ length: ROWS }, (_, row) => titleOf(row)));
      expect(run).toMatchObject({ state: 'ended', notRun: 0 });
      expect((run?.counts.create ?? 0) + (run?.counts.unchanged ?? 0)).toBe(ROWS - named.length);
      expect(unfinishedImports.$value.get()).toEqual([]);
    },
  );

  test('[BY-15] without a key, too: the same file goes on, and another one does not', async () => {
    await setBatch({ enabled: true });
    const { into, created, stored } = await startImport({ indexes: [] });
    const { stop } = await breakBatch({ kind: 'dropped' }, 1, (batch) => batch === 2 && into.dispose());
    await openText(into, textOf(200));
    await checked(into);
    await into.start();
    // What the tab has sent arrives.
    await vi.waitFor(() => expect(stored()).toHaveLength(150));
    await stop();
    api().baseUrl = backend().url;
    const other = await openImport(created.id);
    await openText(other, textOf(199));
    expect(await checked(other)).toMatchObject({ counts: counts(199, 0, 0, 0, 0) });
    expect(other.$unfinished.get()).toBeUndefined();
    const again = await openImport(created.id);
    await openText(again, textOf(200));
    // Somebody has changed one meanwhile, and deleted another.
    const [changed, deleted] = backend().sql(`select id from ${created.name} order by title`);
    await backend().api.patch(`/api/collections/${created.id}/records/${changed?.['id']}`, { amount: 7777 });
    await backend().api.delete(`/api/collections/${created.id}/records/${deleted?.['id']}`);
    const dryRun = await checked(again);
    expect(dryRun?.counts).toEqual(counts(51, 0, 148, 0, 1));
    again.setGoesOn(false);
    expect(await checked(again)).toMatchObject({ counts: counts(200, 0, 0, 0, 0) });
    again.setGoesOn(true);
    expect(await checked(again)).toMatchObject({ counts: counts(51, 0, 148, 0, 1) });
    await again.start();
    expect(stored('distinct title')).toHaveLength(200);
    expect(stored('title')).toHaveLength(200);
    expect(stored().find(({ amount }) => amount === 7777)).toMatchObject({ title: titleOf(0) });
  });

  test('[BY-16] rows of one batch that refer to each other are stored in their order', async () => {
    await setBatch({ enabled: true });
    const { into, created, stored } = await startImport({ indexes: [] });
    into.dispose();
    await addFields(backend().api, created.id, field('above', 'relation', { collectionId: created.id }));
    const own = await openImport(created.id);
    // Each row refers to the one below it, and the last ones to each other.
    const lines = Array.from(
      { length: 120 },
      (_, row) => `${titleOf(row)},${titleOf(Math.min(row + 1, 119) - (row === 119 ? 1 : 0))}`,
    );
    await openText(own, `title,above\n${lines.join('\n')}\n`);
    const column = own.$content.get()?.columns.findIndex(({ name }) => name === 'above') ?? -1;
    own.columns.setColumn(column, { key: 'title' });
    await checked(own);
    const { sent, stop } = watchRequests();
    await own.start();
    stop();
    expect(own.run.$run.get()).toMatchObject({ refused: [], counts: counts(120, 0, 0, 0, 0) });
    const ids = new Map(stored('id, title').map(({ id, title }) => [title, id]));
    for (const { title, above } of stored('title, above')) {
      const row = Number(String(title).slice(1));
      expect(above).toBe(ids.get(titleOf(row === 119 ? 118 : row + 1)));
    }
    expect(sent.filter((one) => one === 'POST /api/batch').length).toBeGreaterThan(1);
    expect(sent.filter((one) => one.startsWith('POST') && one.endsWith('/records')).length).toBe(0);
  });

  test('[BY-16] a field that is renamed meanwhile is noticed, and what lacks it is taken back', async () => {
    await setBatch({ enabled: true });
    const { into, created, stored } = await startImport();
    await openText(into, textOf(150));
    await checked(into);
    let batches = 0;
    await breakBatch({ kind: 'refused', status: 429 }, 1, () => batches++);
    const renaming = (async () => {
      while (batches < 2) await new Promise((resolve) => setTimeout(resolve));
      const path = `/api/collections/${created.id}`;
      const { fields } = await backend().api.get<{ fields: { name: string }[] }>(path);
      await backend().api.patch(path, {
        fields: fields.map((one) => (one.name === 'amount' ? { ...one, name: 'total' } : one)),
      });
    })();
    const held = new Promise<void>((resolve) => {
      const stop = into.run.$run.listen((run) => {
        if (run?.hold !== 'changed') return;
        stop();
        resolve();
      });
    });
    const running = into.start();
    await Promise.all([held, renaming]);
    into.run.resume();
    await running;
    expect(into.run.$run.get()).toMatchObject({ refused: [], counts: counts(150, 0, 0, 0, 0) });
    expect(stored('title, total')).toEqual(
      Array.from({ length: 150 }, (_, row) => ({ title: titleOf(row), total: row })),
    );
  });

  test('[BY-10] a held batch is named in the file of refused rows, which can be imported again', async () => {
    await setBatch({ enabled: true });
    whenRefused.update(() => 'hold');
    const { into, created, stored } = await startImport();
    await createRecord(backend().api, created.name, { title: titleOf(60), amount: -1 });
    await openText(into, textOf(120));
    await checked(into);
    await into.start();
    expect(into.run.$run.get()?.counts).toEqual(counts(70, 0, 0, 0, 50));
    const refused = into.run.$run.get()?.refused ?? [];
    expect(refused.filter(({ problems }) => problems[0]?.message === HELD)).toHaveLength(49);
    whenRefused.update(() => 'skip');
    const again = await openImport(created.id);
    await openText(again, (await (await into.run.refused()).text()).replace('﻿', ''));
    await checked(again);
    await again.start();
    expect(again.run.$run.get()?.counts).toEqual(counts(49, 0, 0, 0, 1));
    expect(stored('title')).toHaveLength(120);
  });
});
