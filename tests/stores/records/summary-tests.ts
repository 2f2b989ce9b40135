import { expect, test, vi } from 'vitest';
import { dateChart, dateSteps, figuresOf, histogram, UTC_CLOCK } from '#domain/records/summary.ts';
import { $filter, setFilter } from '#stores/app/list-address.ts';
import { go } from '#stores/app/route.ts';
import { $activeCollection, loadCollections } from '#stores/collections/list.ts';
import { filterBy } from '#stores/records/filter-by.ts';
import { $total } from '#stores/records/list.ts';
import { createSummary, type Summary } from '#stores/records/summary.ts';
import { createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { rejectRequests } from '../network-fixture.ts';
import { loaded, startRecordsPage } from './list-fixture.ts';
import { backend, until } from './record-fixture.ts';

const COUNT = 137;

/** Generated, but the same each time. */
const pick = (index: number, prime: number, of: number): number => (index * prime + prime) % of;

/** A collection with generated values on screen; `rows` are what was stored. */
async function showTasks() {
  const { api } = backend();
  const people = await createCollection(api, {
    name: uniqueName('people'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const persons = await createRecords(api, people.name, 3, (index) => ({ name: `person ${index}` }));
  const created = await createCollection(api, {
    name: uniqueName('tasks'),
    fields: [
      field('state', 'select', { choices: ['open', 'done', 'a "b" \\ c'] }),
      field('tags', 'select', { max: 3, choices: ['red', 'green', 'blue'] }),
      field('isUrgent', 'bool'),
      field('effort', 'number'),
      field('due', 'date'),
      field('owner', 'relation', { collectionId: people.id, max: 1 }),
      field('team', 'relation', { collectionId: people.id, max: 3 }),
    ],
  });
  const row = (index: number) => ({
    state: ['open', 'done', 'a "b" \\ c', ''][pick(index, 7, 4)] ?? '',
    tags: ['red', 'green', 'blue'].filter((_, at) => pick(index, 11 + at * 2, 3) === 0),
    isUrgent: pick(index, 3, 2) === 0,
    effort: (pick(index, 13, 50) - 20) / 4,
    due: pick(index, 5, 6)
      ? new Date(Date.UTC(2026, 0, 1 + pick(index, 17, 90))).toISOString().replace('T', ' ')
      : '',
    owner: persons[pick(index, 5, 4)]?.id ?? '',
    team: persons.filter((_, at) => pick(index, 3 + at, 2) === 0).map(({ id }) => id),
  });
  const rows = Array.from({ length: COUNT }, (_, index) => row(index));
  await createRecords(api, created.name, COUNT, row);
  await loadCollections();
  go('collections', { collectionId: created.id });
  await until($activeCollection, (active) => active?.id === created.id);
  await until($total, (total) => total === COUNT);
  await loaded();
  return { rows, persons };
}

async function summaryOf<Kind extends Summary['kind']>(name: string, kind: Kind) {
  const summary = createSummary();
  const column = summary?.columns.find((one) => one.name === name);
  if (!summary || !column) throw new Error(`No summary of ${name}.`);
  summary.choose(column.id);
  const load = await until(summary.$summary, ({ state }) => state !== 'busy');
  const value = load.state === 'ready' ? load.value : undefined;
  if (value?.kind !== kind) throw new Error(`Not ${kind}: ${JSON.stringify(load)}`);
  return value as Extract<Summary, { readonly kind: Kind }>;
}

/** How many of the values are each of `keys`. */
const naive = (values: readonly (string | boolean | readonly string[])[], keys: readonly string[]) =>
  keys.map((key) => {
    const own = (value: string | boolean | readonly string[]) =>
      Array.isArray(value) ? (value.length ? value : ['']) : [String(value)];
    return values.filter((value) => own(value).includes(key)).length;
  });

/** Tests that run against each line. */
export function testSummary(): void {
  startRecordsPage();

  test('[BY-42] groups of selects and bools agree with a count by hand, each filter finds its group', async () => {
    const { rows } = await showTasks();
    for (const name of ['state', 'tags', 'isUrgent'] as const) {
      const { groups, read, isWhole, others } = await summaryOf(name, 'groups');
      expect([read, isWhole, others]).toEqual([COUNT, true, 0]);
      const keys = groups.map(({ value }) => value);
      expect(groups.map(({ total }) => total)).toEqual(
        naive(
          rows.map((row) => row[name]),
          keys,
        ),
      );
      for (const { filter = '', total } of groups) {
        setFilter('');
        filterBy(filter);
        await until($total, (found) => found === total);
        await loaded();
      }
      setFilter('');
      await until($total, (total) => total === COUNT);
    }
  });

  test('[BY-42] groups of relations have the texts of their records, the largest first', async () => {
    const { rows, persons } = await showTasks();
    for (const name of ['owner', 'team'] as const) {
      const { groups, texts, read } = await summaryOf(name, 'groups');
      expect(read).toBe(COUNT);
      const totals = groups.map(({ total }) => total);
      expect(totals).toEqual(totals.toSorted((one, other) => other - one));
      expect(totals).toEqual(
        naive(
          rows.map((row) => row[name]),
          groups.map(({ value }) => value),
        ),
      );
      expect(totals.length).toBeGreaterThan(2);
      expect(texts.get(persons[1]?.id ?? '')).toBe('person 1');
      for (const { filter = '', total } of groups) {
        setFilter('');
        filterBy(filter);
        await until($total, (found) => found === total);
      }
      setFilter('');
      await until($total, (total) => total === COUNT);
    }
  });

  test('[BY-43] numbers and dates of the records that match agree with a count by hand', async () => {
    const { rows } = await showTasks();
    setFilter('effort >= 0');
    const efforts = rows.map(({ effort }) => effort).filter((effort) => effort >= 0);
    await until($total, (total) => total === efforts.length);
    const numbers = await summaryOf('effort', 'numbers');
    expect(numbers.values.toSorted()).toEqual(efforts.toSorted());
    expect(figuresOf(numbers.values)?.sum).toBe(efforts.reduce((sum, value) => sum + value, 0));
    expect(histogram(numbers.values)).toEqual(histogram(efforts));

    setFilter('');
    await until($total, (total) => total === COUNT);
    const { times, read } = await summaryOf('due', 'dates');
    const dues = rows
      .map(({ due }) => Date.parse(due.replace(' ', 'T')))
      .filter((time) => !Number.isNaN(time));
    expect(read).toBe(COUNT);
    expect(times).toEqual(dues.toSorted((one, other) => one - other));
    const month = dateSteps(times, UTC_CLOCK)[0].find(({ unit }) => unit === 'month');
    const chart = month && dateChart(times, month, UTC_CLOCK);
    expect(chart?.buckets.map(({ total }) => total)).toEqual(
      [0, 1, 2].map((at) => dues.filter((time) => new Date(time).getUTCMonth() === at).length),
    );
  });

  test('[BY-42] a failed summary says so, and is loaded again', async () => {
    await showTasks();
    const stop = rejectRequests(({ params }) => params['fields'] === 'id,owner', 'Broken.', 500);
    const summary = createSummary();
    const owner = summary?.columns.find(({ name }) => name === 'owner');
    summary?.choose(owner?.id ?? '');
    await vi.waitFor(() => expect(summary?.$summary.get().state).toBe('failed'));
    stop();
    await summary?.load();
    expect(summary?.$summary.get()).toMatchObject({ state: 'ready', value: { kind: 'groups', read: COUNT } });
    expect($filter.get()).toBe('');
  });
}
