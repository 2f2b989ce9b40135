import type { BrowserContext, Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { changesButton, expectChanges, openLive, places } from '#tests/support/records/live.ts';
import {
  gate,
  isCountRequest,
  isListRequest,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import {
  isSave,
  openRecord,
  panelScreen,
  partNames,
  saveAndWait,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { bodyField, contentOf, earlyInput, startEditor } from '#tests/support/records/rich-text.ts';
import { createRows, rowBox, selectionBar } from '#tests/support/records/selection.ts';
import { toasts } from '#tests/support/screens.ts';

/** Creates a collection with `count` records, `n 0` first, and functions that change them like somebody else. */
async function createNumbered(api: AdminApi, count: number) {
  const collection = await createCollection(api, {
    name: uniqueName('live'),
    fields: [field('title'), field('note')],
  });
  const rows = await createRecords(api, collection.id, count, (index) => ({ title: `n ${index}` }));
  const path = (id: string) => `/api/collections/${collection.id}/records/${id}`;
  return {
    collection,
    ids: rows.map(({ id }) => id).toReversed(),
    create: (title: string) => createRecord(api, collection.id, { title }),
    edit: (id: string, data: Record<string, string>) => api.patch(path(id), data),
    remove: (id: string) => api.delete(path(id)),
  };
}

/** Loads the page anew, which follows the list then. */
async function loadLive(page: Page, collectionId: string, query: Record<string, string> = {}): Promise<void> {
  await page.goto('about:blank');
  await openLive(page, recordsHash(collectionId, query));
}

async function changeRows({ page, backend, step }: Flow): Promise<void> {
  const { collection, ids, create, edit, remove } = await createNumbered(backend.api, 50);
  const [first = '', second = '', third = '', ...others] = ids.slice(20);
  const screen = recordsScreen(page);
  await loadLive(page, collection.id);

  await step('rows change in place, and nothing moves', async () => {
    await expectChanges(page, 0);
    await screen.scroller.evaluate((element) => element.scrollTo(0, 600));
    await screen.row(first).hover();
    const before = await places(page);
    await edit(first, { title: 'other' });
    await expect(screen.cell(first, 'title')).toHaveText('other');
    await create('new');
    await expectChanges(page, 1);
    await rowBox(page, second).focus();
    await remove(second);
    await expectChanges(page, 2);
    await expect(screen.row(second)).toHaveAttribute('data-gone', 'deleted');
    await expect(screen.row(second)).toContainText('Deleted elsewhere');
    // Its checkbox can't keep the focus.
    await expect(screen.row(second)).toBeFocused();
    expect(await places(page)).toEqual(before);
    await expect(page.getByRole('status').filter({ hasText: '2 changes elsewhere' })).toHaveCount(1);
  });

  await step('a deleted record can be neither opened nor selected', async () => {
    await expect(rowBox(page, second)).toBeDisabled();
    await screen.cell(second, 'title').click();
    await expect(toasts(page, 'info')).toContainText(['This record was deleted elsewhere.']);
    await expect(panelScreen(page).panel).toHaveCount(0);
  });

  await step('the keyboard shows the changes, and the row under the pointer stays there', async () => {
    await screen.row(third).hover();
    const { [third]: place } = await places(page);
    await changesButton(page).focus();
    await page.keyboard.press('Enter');
    await expectChanges(page, 0);
    await expect(screen.row(second)).toHaveCount(0);
    await expect(screen.total).toHaveText('Total found: 50');
    expect((await places(page))[third]).toBe(place);
    await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
    await expect(screen.rows.first()).toContainText('new');
  });

  await step('a filtered list marks what no longer matches, which can still be opened', async () => {
    const [marked = ''] = others;
    await loadLive(page, collection.id, { filter: `id = "${marked}" && title ~ "n "` });
    await expect(screen.rows).toHaveCount(1);
    await edit(marked, { title: 'x' });
    await expect(screen.row(marked)).toContainText('No longer matches');
    await expectChanges(page, 1);
    await screen.row(marked).press('Enter');
    await expect(panelScreen(page).control('title')).toHaveValue('x');
    await page.keyboard.press('Escape');
    await expect(panelScreen(page).panel).toHaveCount(0);
  });
}

async function changeMany({ page, backend, step }: Flow): Promise<void> {
  const { api } = backend;
  const parents = await createCollection(api, { name: uniqueName('parents'), fields: [field('name')] });
  const parent = await createRecord(api, parents.id, { name: 'p' });
  const options = { collectionId: parents.id };
  const family = await createCollection(api, {
    name: uniqueName('family'),
    fields: [field('parent', 'relation', options)],
  });
  await seedRecords(backend, family, 1010, (index) => ({ parent: index < 1005 ? parent.id : '' }));
  const { total } = recordsScreen(page);

  await step('more than 1,000 changes show as 1,000+, and applying them shows the current list', async () => {
    await loadLive(page, family.id, { filter: 'parent = ""' });
    await expect(total).toHaveText('Total found: 5');
    // The backend changes each of its records by itself.
    await api.delete(`/api/collections/${parents.id}/records/${parent.id}`);
    await expect(changesButton(page)).toHaveAccessibleName('1,000+ changes');
    await expect(page.getByRole('status').filter({ hasText: '1,000+ changes elsewhere' })).toHaveCount(1);
    await expect(total).toHaveText('Total found: 5');
    await changesButton(page).click();
    await expectChanges(page, 0);
    await expect(total).toHaveText('Total found: 1010');
  });
}

/** Presses the link of a collection, and returns what its list shows in the next frame. */
const firstFrame = (page: Page, collectionId: string) =>
  page.evaluate(async (id) => {
    const link = document.querySelector<HTMLElement>(`a.side-link[href*="collectionId=${id}"]`);
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    link?.click();
    await changed;
    await new Promise(requestAnimationFrame);
    const scroller = document.querySelector('[data-records-scroller]');
    const { top = 0, bottom = 0 } = scroller?.getBoundingClientRect() ?? {};
    const rows = [...document.querySelectorAll('[data-records-table] [data-row-id]')];
    return {
      isBusy: document.querySelector('[data-records-table]')?.getAttribute('aria-busy') === 'true',
      isFilled: [top + 60, bottom - 20].every((y) =>
        rows.some((row) => row.contains(document.elementFromPoint(400, y))),
      ),
      place: [scroller?.scrollTop, scroller?.scrollLeft],
      selected: rows
        .filter((row) => row.querySelector('input:checked'))
        .map((row) => row.getAttribute('data-row-id')),
    };
  }, collectionId);

async function showAgain({ page, backend, step }: Flow): Promise<void> {
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    fields: Array.from({ length: 20 }, (_, index) => field(`field_${index}`)),
  });
  const created = await seedRecords(backend, wide, 60, (index) => ({ field_2: `row ${index}` }));
  const high = await createRows(backend.api, 20);
  const { collection: other } = await createRows(backend.api, 3);
  const screen = recordsScreen(page);
  const openOther = async () => {
    await page.locator(`a.side-link[href*="collectionId=${other.id}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
    await expect(screen.rows).toHaveCount(3);
  };

  await step(
    '[RL-01][RL-02][RL-05][RL-12] going back shows the rows at once and refreshes them without moving one',
    async () => {
      const [first = '', second = '', third = ''] = created.toReversed().slice(24);
      const path = (id: string) => `/api/collections/${wide.id}/records/${id}`;
      await loadLive(page, wide.id);
      await screen.scroller.evaluate((element) => element.scrollTo(150, 800));
      await expect(screen.table).toHaveAttribute('aria-rowcount', '61');
      await rowBox(page, first).check();
      await rowBox(page, second).check();
      const before = await places(page);

      await openOther();
      await expect(selectionBar(page)).toHaveCount(0);
      await backend.api.delete(path(second));
      await backend.api.patch(path(third), { field_2: 'changed elsewhere' });
      await createRecords(backend.api, wide.id, 2, () => ({}));

      const { opened, open } = gate();
      await page.route(
        (url) => url.pathname.endsWith(`/${wide.id}/records`),
        async (route) => {
          await opened;
          await route.continue();
        },
      );
      const requests: string[] = [];
      page.on('request', (request) => {
        if (isListRequest(request, wide.id)) requests.push('list');
        if (isCountRequest(request, wide.id)) requests.push('count');
      });
      const shown = await firstFrame(page, wide.id);
      expect(shown).toEqual({ isBusy: true, isFilled: true, place: [800, 150], selected: [first, second] });
      await expect(screen.total).toHaveText('Total found: 60');
      await expect(selectionBar(page)).toContainText('Selected 2 records');
      await screen.row(third).hover();
      open();

      await expect(screen.cell(third, 'field_2')).toHaveText('changed elsewhere');
      await expect(screen.table).not.toHaveAttribute('aria-busy');
      await expect(screen.row(second)).toHaveAttribute('data-gone', 'deleted');
      await expect(selectionBar(page)).toContainText('Selected 1 record');
      await expect(screen.total).toHaveText('Total found: 61');
      await expectChanges(page, 3);
      expect(await places(page)).toEqual(before);
      expect(requests.toSorted()).toEqual(['count', 'list']);

      await changesButton(page).click();
      await expectChanges(page, 0);
      await expect(screen.row(second)).toHaveCount(0);
      await expect(rowBox(page, first)).toBeChecked();
    },
  );

  await step('a list that was left scrolled shows all rows in a window that fits them', async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await loadLive(page, high.collection.id);
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table.locator('[aria-rowindex="21"]')).toBeInViewport();

    await openOther();
    await page.setViewportSize({ width: 1280, height: 1200 });
    await page.goBack();
    await expect(screen.rows).toHaveCount(20);
  });
}

async function shareConnection({ page, backend, step }: Flow, context: BrowserContext): Promise<void> {
  const { collection, ids, create, edit } = await createNumbered(backend.api, 1);
  const [id = ''] = ids;
  const shows = (shown: Page, title: string) =>
    expect(recordsScreen(shown).cell(id, 'title')).toHaveText(title);

  await step('windows share one connection, which moves when its window is closed', async () => {
    await loadLive(page, collection.id);
    /** The further windows that have opened a connection, in order. */
    const connected: Page[] = [];
    context.on('request', (request) => {
      const isConnection = request.method() === 'GET' && new URL(request.url()).pathname === '/api/realtime';
      if (isConnection) connected.push(request.frame().page());
    });
    // It is hidden from the start.
    const hidden = await context.newPage();
    await hidden.addInitScript(() => {
      let state = 'hidden';
      Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
      Object.defineProperty(document, 'hidden', { get: () => state === 'hidden', configurable: true });
      document.addEventListener('test-show', () => {
        state = 'visible';
        document.dispatchEvent(new Event('visibilitychange'));
      });
    });
    const others = [await context.newPage(), await context.newPage()];
    for (const opened of [hidden, ...others]) {
      await opened.goto(recordsHash(collection.id));
      await shows(opened, 'n 0');
    }
    await edit(id, { title: 'first' });
    for (const opened of [page, ...others]) await shows(opened, 'first');
    await shows(hidden, 'n 0');
    expect(connected).toEqual([]);

    await page.close();
    await expect.poll(() => connected.length).toBe(1);
    expect(others).toContain(connected[0]);
    await edit(id, { title: 'second' });
    for (const opened of others) await shows(opened, 'second');
    await hidden.evaluate(() => document.dispatchEvent(new Event('test-show')));
    await shows(hidden, 'second');
    await create('new');
    await expectChanges(hidden, 1);
    expect(connected).toHaveLength(1);
  });
}

test('a list follows what others change, and is there at once when it is shown again', async ({
  context,
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await changeRows(flow);
  await changeMany(flow);
  await showAgain(flow);
  await shareConnection(flow, context);
});

/**
 * Creates a collection of documents with a rich text and JSON, and functions that change and read them like somebody
 * else.
 */
async function createDocuments(api: AdminApi) {
  const collection = await createCollection(api, {
    name: uniqueName('documents'),
    fields: [field('title'), field('body', 'editor'), field('meta', 'json')],
  });
  const created = await createRecords(api, collection.id, 2, () => ({
    title: 'x',
    body: '<p>One</p>',
    meta: '{"one": 1.10}',
  }));
  return {
    collection,
    ids: created.map(({ id }) => id),
    edit: (id: string, data: Record<string, string>) =>
      api.patch(`/api/collections/${collection.id}/records/${id}`, data),
    stored: (backend: Backend, id: string) =>
      backend.sql(`SELECT title, body, meta FROM ${collection.name} WHERE id = ?`, [id])[0],
  };
}

/** Opens a document in its panel, above a live list. */
async function openDocument(page: Page, collectionId: string, id: string) {
  const { field: part, ...opened } = await openRecord(page, collectionId, id);
  const json = part('meta').locator('.ace_text-layer');
  await startEditor(opened.panel);
  return { ...opened, part, json };
}

async function followRecord({ page, backend, step }: Flow): Promise<void> {
  const { collection, ids, edit, remove } = await createNumbered(backend.api, 2);
  const [changed = '', deleted = ''] = ids;
  await loadLive(page, collection.id);

  await step('an open panel takes changes over, keeps edits and tells, and compares', async () => {
    const { panel, control, save } = await openRecord(page, collection.id, changed);
    await control('note').focus();
    await edit(changed, { title: 'theirs' });
    await expect(control('title')).toHaveValue('theirs');
    await expect(control('note')).toBeFocused();
    await expect(save).toBeDisabled();
    await control('note').fill('mine');
    await edit(changed, { title: 'theirs 2', note: 'their note' });
    await expect(panel).toContainText('This record was changed elsewhere. Your edits are kept.');
    await expect(control('title')).toHaveValue('theirs');
    await expect(control('note')).toHaveValue('mine');
    await panel.getByRole('button', { name: 'Compare' }).click();
    const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
    await expect(conflict).toContainText('their note');
    await conflict.getByRole('radio', { name: /mine/i }).check();
    await conflict.getByRole('button', { name: 'Save changes' }).click();
    await expect(panel).toHaveCount(0);
    const stored = await storedRecord(backend, collection, changed);
    expect(stored).toMatchObject({ title: 'theirs 2', note: 'mine' });
  });

  await step('edits of a record that was deleted elsewhere are kept as a new record', async () => {
    const { panel, control } = await openRecord(page, collection.id, deleted);
    await control('note').fill('typed');
    await remove(deleted);
    await expect(panel).toContainText('This record was deleted elsewhere. Your edits are still here.');
    await panel.getByRole('button', { name: 'Keep as a new record' }).click();
    const copy = panelScreen(page);
    await expect(copy.save).toHaveText('Create');
    await expect(copy.control('title')).toHaveValue('n 0');
    await expect(copy.control('note')).toHaveValue('typed');
    await copy.save.click();
    await expect(recordsScreen(page).rows.filter({ hasText: 'typed' })).toHaveCount(1);
  });
}

async function followEditors({ page, backend, step }: Flow): Promise<void> {
  const { collection, ids, edit, stored } = await createDocuments(backend.api);
  const [untouched = '', typed = ''] = ids;
  await loadLive(page, collection.id);

  await step(
    '[RF-10][RF-11] text that is typed in an editor stays when its field is saved elsewhere',
    async () => {
      const { panel, json, fillCode, save } = await openDocument(page, collection.id, typed);
      await fillCode('meta', '{"mine": 1}');
      await contentOf(panel).click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type(' and mine');
      await edit(typed, { title: 'theirs', body: '<p>Theirs</p>', meta: '{"theirs": 2}' });
      await expect(panel).toContainText('This record was changed elsewhere. Your edits are kept.');
      await expect(contentOf(panel)).toBeFocused();
      await page.keyboard.type(' too');
      await expect(contentOf(panel)).toHaveText('One and mine too');
      await expect(json).toHaveText('{"mine": 1}');

      await save.click();
      const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
      await expect(conflict.getByRole('group')).toHaveCount(2);
      await conflict.getByRole('radio', { name: 'Mine: body' }).check();
      await conflict.getByRole('radio', { name: 'Theirs: meta' }).check();
      const sent = page.waitForRequest((request) => isSave(request, collection.id));
      await conflict.getByRole('button', { name: 'Save changes' }).click();
      expect(partNames(await sent)).toEqual(['body']);
      await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
      await expect(panel).toHaveCount(0);
      expect(stored(backend, typed)).toEqual({
        title: 'theirs',
        body: '<p>One and mine too</p>',
        meta: '{"theirs": 2}',
      });
    },
  );

  await step(
    '[RF-10][RF-11] editors without edits show what is saved elsewhere, and do not send it back',
    async () => {
      const { panel, part, json, control, save } = await openDocument(page, collection.id, untouched);
      await expect(contentOf(panel)).toHaveText('One');
      await expect(json).toHaveText(/^{\s*"one": 1\.10\s*}$/);
      await contentOf(panel).click();
      await expect(contentOf(panel)).toBeFocused();

      const theirs = {
        body: '<p>Two <strong>words</strong></p>',
        meta: '{"two": [2.20, 12345678901234567890]}',
      };
      await edit(untouched, theirs);
      await expect(contentOf(panel)).toHaveText('Two words');
      await expect(contentOf(panel).locator('strong')).toHaveText('words');
      await expect(json).toHaveText(/^{\s*"two": \[\s*2\.20,\s*12345678901234567890\s*\]\s*}$/);
      await expect(part('meta').getByRole('img', { name: 'Valid JSON' })).toBeVisible();
      await expect(panel.locator('[data-elsewhere]')).toHaveAttribute('data-elsewhere', 'none');
      await expect(contentOf(panel)).toBeFocused();
      await expect(save).toBeDisabled();

      // A text that the editor must not show arrives as source, and the next one in the editor again.
      await edit(untouched, { body: '<p onclick="alert(1)">Three</p>' });
      await expect(bodyField(panel)).toContainText('Shown as source: the text contains');
      await expect(bodyField(panel).locator('.ace_text-layer')).toHaveText('<p onclick="alert(1)">Three</p>');
      await edit(untouched, { body: theirs.body });
      await earlyInput(panel).focus();
      await expect(contentOf(panel)).toHaveText('Two words');
      await expect(save).toBeDisabled();

      await control('title').fill('mine');
      const request = await saveAndWait(page, collection.id);
      expect(partNames(request)).toEqual(['title']);
      await expect(panel).toHaveCount(0);
      expect(stored(backend, untouched)).toEqual({ title: 'mine', ...theirs });
    },
  );
}

test('an open panel and its editors follow what others save, and keep what is typed', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await followRecord(flow);
  await followEditors(flow);
});
