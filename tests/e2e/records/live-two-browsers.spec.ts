import process from 'node:process';
import type { Page } from '@playwright/test';
import { Random } from '#scripts/lib/random.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { changesButton, expectChanges, openLive } from '#tests/support/records/live.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer, isSave, panelScreen } from '#tests/support/records/panel.ts';
import { watchPointer } from '#tests/support/records/pointer-watch.ts';
import { DELETE_ONE, deleteSelected, rowBox } from '#tests/support/records/selection.ts';

/** Length of the test in seconds, and the seed of its actions. `LIVE_SECONDS=60` is for before a release. */
const SECONDS = Number(process.env['LIVE_SECONDS'] ?? 12);
const SEED = Number(process.env['LIVE_SEED'] ?? Date.now() % 1_000_000);
/** Limits of the number of records: all rows are in the page, and none is the last one. */
const [FEWEST, MOST] = [12, 30];

/** One of the two browsers, and the records that its list contains until changes are applied. */
interface Window {
  readonly name: string;
  readonly page: Page;
  readonly listed: Set<string>;
}

/** What a step did: the window whose user acted, if it was one, and how many records it changed. */
interface Step {
  readonly what: string;
  readonly actor?: Window | undefined;
}

/** Generated actions on one collection, and what the backend holds after them, title by id. */
function createActions(
  backend: Backend,
  collection: Collection,
  stored: Map<string, string>,
  random: Random,
) {
  const path = (id: string) => `/api/collections/${collection.id}/records/${id}`;
  let last = 0;
  const newTitle = () => {
    last += 1;
    return `title ${last}`;
  };
  const anyId = () => random.pick([...stored.keys()]);
  const canCreate = () => stored.size < MOST;
  const canDelete = () => stored.size > FEWEST;

  async function changeByApi(): Promise<string> {
    const kind = random.pick(['edit', 'create', 'delete']);
    const title = newTitle();
    if (kind === 'create' && canCreate()) {
      const { id } = await createRecord(backend.api, collection.id, { title });
      stored.set(id, title);
      return kind;
    }
    const id = anyId();
    if (kind === 'delete' && canDelete()) {
      await backend.api.delete(path(id));
      stored.delete(id);
      return kind;
    }
    await backend.api.patch(path(id), { title });
    stored.set(id, title);
    return 'edit';
  }

  async function saveByHand({ page }: Window, title: string): Promise<string> {
    const panel = panelScreen(page);
    await panel.control('title').fill(title);
    const sent = page.waitForRequest((request) => isSave(request, collection.id));
    await panel.save.click();
    const response = await (await sent).response();
    if (!response) throw new Error('The save got no response.');
    const { id } = await response.json();
    await expect(panel.panel).toHaveCount(0);
    stored.set(id, title);
    return id;
  }

  async function changeByHand(actor: Window): Promise<string> {
    const { page, listed } = actor;
    const kind = random.pick(['edit', 'create', 'delete']);
    if (kind === 'create' && canCreate()) {
      await page.getByRole('button', { name: 'New record' }).click();
      listed.add(await saveByHand(actor, newTitle()));
      return kind;
    }
    const id = random.pick([...listed].filter((each) => stored.has(each)));
    if (kind === 'delete' && canDelete()) {
      await rowBox(page, id).check();
      await deleteSelected(page).click();
      await answer(page, DELETE_ONE, true);
      stored.delete(id);
      showsAll(actor);
      return kind;
    }
    await recordsScreen(page).cell(id, 'title').click();
    await saveByHand(actor, newTitle());
    return 'edit';
  }

  /** A deletion by the user, and applying, load the list again. */
  function showsAll({ listed }: Window): void {
    listed.clear();
    for (const id of stored.keys()) listed.add(id);
  }

  async function apply(actor: Window): Promise<void> {
    if (!(await changesButton(actor.page).count())) return;
    await changesButton(actor.page).click();
    showsAll(actor);
  }

  return { changeByApi, changeByHand, apply };
}

/** Number of changes that a window has to report. */
const waiting = ({ listed }: Window, stored: ReadonlyMap<string, string>) =>
  [...stored.keys()].filter((id) => !listed.has(id)).length +
  [...listed].filter((id) => !stored.has(id)).length;

/** Ids and titles of the rows, from the top; a deleted record has no title. */
const rowsOf = (page: Page) =>
  recordsScreen(page).rows.evaluateAll((rows) =>
    rows
      .map((row) => ({
        id: row.getAttribute('data-row-id') ?? '',
        title:
          row.getAttribute('data-gone') === null
            ? (row.querySelector('[data-column=title]')?.textContent ?? '')
            : undefined,
        index: Number(row.getAttribute('aria-rowindex')),
      }))
      .sort((a, b) => a.index - b.index)
      .map(({ id, title }) => ({ id, title })),
  );

/** Waits until a window shows what it has to show. */
async function expectShown(window: Window, stored: ReadonlyMap<string, string>): Promise<void> {
  await expectChanges(window.page, waiting(window, stored));
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  const expected = [...window.listed].map((id) => ({ id, title: stored.get(id) })).sort(byId);
  await expect
    .poll(async () => (await rowsOf(window.page)).sort(byId), { message: `rows of ${window.name}` })
    .toEqual(expected);
}

test(`two browsers on one list show the same for ${SECONDS} s of changes, and nothing moves under the pointer`, async ({
  newWindow,
  admin,
  backend,
}) => {
  test.setTimeout(SECONDS * 1000 + 120_000);
  process.stdout.write(`LIVE_SEED=${SEED}\n`);
  test.info().annotations.push({ type: 'seed', description: String(SEED) });
  const random = new Random(SEED);
  const collection = await createCollection(backend.api, {
    name: uniqueName('two'),
    fields: [field('title')],
  });
  const created = await createRecords(backend.api, collection.id, 20, (index) => ({
    title: `start ${index}`,
  }));
  const stored = new Map(created.map(({ id }, index) => [id, `start ${index}`]));

  const open = async (name: string): Promise<Window> => {
    const context = await newWindow({ viewport: { width: 1280, height: 2000 } });
    const page = await context.newPage();
    await admin.signIn(page);
    await openLive(page, recordsHash(collection.id));
    return { name, page, listed: new Set(stored.keys()) };
  };
  const windows = [await open('A'), await open('B')];
  const { changeByApi, changeByHand, apply } = createActions(backend, collection, stored, random);

  const act = async (): Promise<Step> => {
    if (random.chance(0.6)) {
      const kinds: string[] = [];
      const count = random.int(1, 5);
      for (let done = 0; done < count; done += 1) kinds.push(await changeByApi());
      return { what: `API ${kinds.join(', ')}` };
    }
    const actor = random.pick(windows);
    if (random.chance(0.35)) {
      await apply(actor);
      return { what: `${actor.name} applies`, actor };
    }
    return { what: `${actor.name} ${await changeByHand(actor)}`, actor };
  };

  const counts = new Map<string, number>();
  const end = Date.now() + SECONDS * 1000;
  let steps = 0;
  while (Date.now() < end) {
    const watches = [];
    for (const window of windows) {
      const rowId = random.pick([...window.listed]);
      watches.push({ window, rowId, watch: await watchPointer(window.page, rowId) });
    }
    const { what, actor } = await act();
    for (const window of windows) {
      await test.step(`step ${steps}: ${what}`, () => expectShown(window, stored));
    }
    for (const { window, rowId, watch } of watches) {
      const seen = await watch.stop();
      if (window === actor) continue;
      expect(seen, `under the pointer of ${window.name} after ${what}`).toHaveLength(1);
      expect(seen[0]?.id).toBe(rowId);
    }
    steps += 1;
    for (const kind of what.replace(/^\w+ /, '').split(', '))
      counts.set(`${actor?.name ?? 'API'} ${kind}`, (counts.get(`${actor?.name ?? 'API'} ${kind}`) ?? 0) + 1);
  }

  const sorted = `/api/collections/${collection.id}/records?perPage=500&sort=-created`;
  const { items } = await backend.api.get<{ items: { id: string; title: string }[] }>(sorted);
  const expected = items.map(({ id, title }) => ({ id, title }));
  expect(new Map(expected.map(({ id, title }) => [id, title]))).toEqual(stored);
  for (const window of windows) {
    await apply(window);
    await expectChanges(window.page, 0);
    await expect.poll(() => rowsOf(window.page), { message: `rows of ${window.name}` }).toEqual(expected);
    await expect(recordsScreen(window.page).total).toHaveText(`Total found: ${expected.length}`);
  }
  process.stdout.write(`${steps} steps: ${JSON.stringify(Object.fromEntries([...counts].sort()))}\n`);
});
