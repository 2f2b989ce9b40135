import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import {
  createCollection,
  createNotes,
  createPosts,
  createRecord,
  createRecords,
  field,
  pngFile,
  renamed,
  seedRecords,
  textFile,
  uniqueName,
  updateCollection,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
import { gate, hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  openNew,
  openRecord,
  panelScreen,
  partsOf,
  recordPanels,
  saveAndWait,
} from '#tests/support/records/panel.ts';
import { goToHash, toasts } from '#tests/support/screens.ts';
import { watchFor } from '#tests/support/timers.ts';

test('a record opens above its list or beside it, and steps walk the list', async ({
  page,
  admin,
  backend,
  atoll,
  step,
  expectedProblems,
}) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'stale' });
  const bare = await createNotes(backend.api);
  const { collection: posts } = await createPosts(backend.api);
  const thumbs = await createRecord(backend.api, posts.id, { title: 'a', attachments: [textFile()] });
  const walked = await createCollection(backend.api, {
    name: uniqueName('walked'),
    fields: [field('title', 'text', { isPresentable: true }), field('meta', 'json')],
  });
  const titles = ['one', 'two', 'three'];
  const [one, two, three] = (
    await createRecords(backend.api, walked.id, 3, (index) => ({ title: titles[index] }))
  ).map(({ id }) => id);
  if (!one || !two || !three) throw new Error('There are no records.');
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, title from ${collection.name}`,
  });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const screen = panelScreen(page);
  await expect(list.cell(row.id, 'title')).toHaveText('stale');

  await step(
    '[RP-01][RP-02][RL-13] a row opens its record, which is loaded again, and closing clears the address',
    async () => {
      // No event tells the list about it.
      backend.write('data', (db) => {
        db.prepare(`UPDATE "${collection.name}" SET title = 'fresh' WHERE id = ?`).run(row.id);
      });

      const { opened, open } = gate();
      const path = `/api/collections/${collection.id}/records/${row.id}`;
      await page.route(`**${path}`, async (route) => {
        await opened;
        await route.continue();
      });
      const requested = page.waitForRequest((request) => new URL(request.url()).pathname === path);
      await list.cell(row.id, 'title').click();
      expect((await requested).method()).toBe('GET');
      await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
      await expect(screen.panel.getByText('Loading record...')).toBeAttached();
      // What the list knows is shown until then, and can't be saved.
      await expect(screen.control('title')).toHaveValue('stale');
      await expect(screen.menu).toHaveCount(0);
      await expect(screen.save).toBeDisabled();
      open();
      await expect(screen.control('title')).toHaveValue('fresh');
      await expect(screen.panel.getByText('Loading record...')).toHaveCount(0);
      await expect(screen.save).toHaveText('Save changes');
      expect(hashQuery(page)['recordId']).toBe(row.id);
      await page.unroute(`**${path}`);
      await screen.cancel.click();
      await expect(recordPanels(page)).toHaveCount(0);
      expect(hashQuery(page)['recordId']).toBeUndefined();

      await list.row(row.id).focus();
      await page.keyboard.press('Enter');
      await expect(screen.control('title')).toHaveValue('fresh');
      expect(hashQuery(page)['recordId']).toBe(row.id);
      await page.goBack();
      await expect(recordPanels(page)).toHaveCount(0);

      await page.getByRole('button', { name: 'New record' }).click();
      await expect(screen.title).toHaveText(`New ${collection.name} record`);
      await expect(screen.cancel).toBeVisible();
      await expect(screen.save).toHaveText('Create');
      await screen.cancel.click();
      await expect(recordPanels(page)).toHaveCount(0);
    },
  );
  await step('[UI-01][UI-02][UI-04] the panel is modal, above the page, and returns the focus', async () => {
    await list.row(row.id).focus();
    await page.keyboard.press('Enter');
    await expect(screen.control('title')).toBeVisible();
    await expect(page.locator('body')).toHaveClass(/overlay-active/);
    const style = await screen.panel.evaluate((element) => {
      const { zIndex, transitionDuration } = getComputedStyle(element);
      return { zIndex, transitionDuration };
    });
    expect(style.zIndex).toBe('1001');
    expect(style.transitionDuration).toMatch(/^0\.15s/);
    await screen.control('title').focus();
    await page.keyboard.press('Escape');
    await expect(screen.panel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
    await expect(list.row(row.id)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screen.control('title')).toBeVisible();
    await page.mouse.click(300, 400);
    await expect(recordPanels(page)).toHaveCount(0);
  });
  await step('[PV-03] an id that would lead to another path opens nothing and sends nothing', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The browser has already resolved `..` here: what remains of such an address is the collection's own path.
      if ([collection.id, view.id].some((id) => pathname.replace(/\/$/, '').endsWith(`/collections/${id}`)))
        foreign.push(`${request.method()} ${pathname}`);
    });
    for (const [{ id }, recordId] of [
      [collection, '..'],
      [view, '..'],
      [collection, ''],
    ] as const) {
      await goToHash(page, recordsHash(id, { recordId }).slice(2));
      await expect(page.getByRole('alert').last()).toHaveText(`Unable to load record with id "${recordId}"`);
      await expect(page).toHaveURL(`${atoll.url}${recordsHash(id)}`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await expect(recordsScreen(page).rows).toHaveCount(1);
    // A save reads the collection, and nothing was saved here.
    expect(foreign).toEqual([]);
  });
  await step(
    '[RP-02] a record that cannot be loaded closes its panel and is removed from the address',
    async () => {
      expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/missing00000000$/);
      await page.goto(recordsHash(collection.id, { recordId: 'missing00000000' }));
      await expect(toasts(page, 'error').last()).toContainText(
        'Unable to load record with id "missing00000000"',
      );
      await expect(recordPanels(page)).toHaveCount(0);
      await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
    },
  );
  await step('[RL-13] checkbox, thumb and copy icon of a row do not open it', async () => {
    await goToHash(page, recordsHash(posts.id).slice(1));
    await list.row(thumbs.id).getByRole('checkbox').check();
    await expect(page.getByText('Selected 1 record')).toBeVisible();
    const copied = await watchFor(page, `[data-row-id="${thumbs.id}"] [data-copied]`);
    await list.row(thumbs.id).getByRole('button', { name: 'Copy' }).click();
    await copied();
    await list.row(thumbs.id).getByRole('button', { name: 'Copy' }).press('Enter');
    await list.row(thumbs.id).getByRole('checkbox').press('Enter');
    expect(hashQuery(page)['recordId']).toBeUndefined();
    await expect(recordPanels(page)).toHaveCount(0);
    // The row itself still opens it.
    await list.cell(thumbs.id, 'title').click();
    await expect(screen.control('title')).toHaveValue('a');
    await screen.cancel.click();
    await expect(recordPanels(page)).toHaveCount(0);
  });
  await step('[RL-06] an empty list offers a new record', async () => {
    await goToHash(page, recordsHash(bare.id).slice(1));
    const inList = list.scroller.getByRole('button', { name: 'New record' });
    await expect(list.scroller.getByText('No records found.')).toBeVisible();
    await inList.click();
    await expect(screen.title).toHaveText(`New ${bare.name} record`);
    await screen.cancel.click();
    await goToHash(page, recordsHash(bare.id, { filter: 'nothing' }).slice(1));
    await expect(list.scroller.getByRole('button', { name: 'Clear filters' })).toBeVisible();
    await expect(inList).toHaveCount(0);
  });
  const panel = page.locator('[data-panel]').first();
  const identity = panel.locator('[data-panel-identity]');
  const title = panel.getByRole('textbox', { name: 'title' });
  await step('[RP-01] the header has the presentable text, id and times', async () => {
    await page.goto(recordsHash(walked.id, { sort: '+created' }));
    await list.row(one).click();
    await expect(screen.title).toHaveText(`Edit ${walked.name} record`);
    await expect(identity).toContainText(/^one.*created /);
    await expect(identity.getByText(one)).toBeVisible();
    await expect(identity.getByRole('button', { name: 'Copy id' })).toBeVisible();
    await identity.getByText(/^created/).hover();
    await expect(page.locator('#atoll-tooltip')).toHaveText(/^Created: .* Local$/i);
  });

  await step(
    '[RP-05] steps by keys outside of fields and by buttons, which are disabled at the ends',
    async () => {
      await expect(panel).toBeFocused();
      await page.keyboard.press('j');
      await expect(identity).toContainText(two);
      await expect(title).toHaveValue('two');
      await page.keyboard.press('j');
      await expect(title).toHaveValue('three');
      const next = panel.getByRole('button', { name: 'Next record' });
      await expect(next).toHaveAttribute('aria-disabled', 'true');
      await title.press('k');
      await expect(title).toHaveValue('kthree');
      for (const yes of [false, true]) {
        await panel.getByRole('button', { name: 'Previous record' }).click();
        await answer(page, 'unsaved', yes);
      }
      await expect(title).toHaveValue('two');
      await page.keyboard.press('Escape');
      await expect(recordPanels(page)).toHaveCount(0);
      await expect(list.row(two)).toBeFocused();
    },
  );

  await step('[UI-01][UI-02] docked, the table keeps its clicks and keys', async () => {
    await page.setViewportSize({ width: 1920, height: 900 });
    await list.row(two).click();
    await expect(page.getByRole('complementary', { name: /^Edit/ })).toBeVisible();
    await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
    expect(await list.scroller.evaluate((element) => element.closest('[inert]'))).toBeNull();
    const right = async () =>
      ((await list.scroller.boundingBox())?.x ?? 0) + ((await list.scroller.boundingBox())?.width ?? 0);
    await expect.poll(right).toBe(1920 - 640);
    await expect(title).toHaveValue('two');
    await list.row(three).click();
    await expect(title).toHaveValue('three');
    await expect(list.row(three)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(title).toHaveValue('three');
    await title.fill('typed');
    await list.row(one).click();
    await answer(page, 'unsaved', true);
    await expect(title).toHaveValue('one');
  });

  await step('the choice is remembered', async () => {
    await panel.getByRole('button', { name: 'Stand beside the table' }).click();
    await expect(recordPanels(page)).toBeVisible();
    await expect(page.locator('body')).toHaveClass(/overlay-active/);
    await page.reload();
    await expect(title).toHaveValue('one');
    await expect(recordPanels(page)).toBeVisible();
    await panel.getByRole('button', { name: 'Stand beside the table' }).click();
    await title.press('Escape');
    await expect(panel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect.poll(async () => (await list.scroller.boundingBox())?.width).toBeGreaterThan(1500);
  });
});

const LONG_JSON = JSON.stringify({ words: Array.from({ length: 120 }, (_, index) => `word ${index}`) });
const ACTIVE =
  '<p>Rich <b>text</b> <a href="javascript:window.__pwned=1">link</a></p><script>window.__pwned=1</script><img src="x:" onerror="window.__pwned=1">';

/** The browser reports event handlers in stored HTML, also in a document without scripts. */
const refusedHandlers = [
  /^csp: script-src-attr inline \/assets\/PreviewRichText\.[\w-]+\.js$/,
  /^console error: Executing inline event handler violates the following Content Security Policy directive .*$/,
];

const COVER = 'position:fixed;inset:0;z-index:9999';
const HOSTILE = [
  `<p>Press <a id="cover" class="fixed inset-0 z-50 btn" style="${COVER}" href="https://atoll.test@evil.test/x">Save changes</a> now.</p>`,
  '<p>See <a href="//evil.test/y" target="_top" rel="opener" tabindex="1" accesskey="s"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></a> too.</p>',
  '<p>Or <a href="mailto:a@example.com">mail</a> us.</p>',
  '<p role="alert" aria-live="assertive" aria-label="Signed out">spoken</p>',
  '<div popover id="atoll-tooltip" data-tooltip="Fake" data-panel="" data-rich-text="" hidden>floats</div>',
  '<dialog open class="modal">asks</dialog><nav>leads</nav><footer>ends</footer><main>holds</main>',
  '<p contenteditable="true" autofocus draggable="true" slot="a" part="b" name="body">edits</p>',
  '<map name="m"><area href="https://evil.test/map" shape="default"></map><img usemap="#m" alt="chart">',
  '<svg><a href="https://evil.test/svg"><rect width="9" height="9"></rect></a></svg>',
  '<atoll-toast class="toast">custom</atoll-toast>',
  '<table width="300" align="center"><tr><td colspan="2" bgcolor="#ff0000">kept</td></tr></table>',
  '<h2 dir="rtl" lang="ar">heading</h2><font size="4">green</font><ol start="3"><li>three</li></ol>',
].join('');
const KEPT = 'align alt class colspan dir href lang rel size src start target width';

/** Views of posts: one with all values and one with none, one with 501 related records, and one with hostile text. */
async function createViews({ api, copyRow }: Pick<Backend, 'api' | 'copyRow'>) {
  const { collection: posts, related } = await createPosts(api);
  const reviewers = await seedRecords({ api, copyRow }, related, 501, (index) => ({ name: `P${index}` }));
  const [author] = reviewers;
  const full = await createRecord(api, posts.id, {
    title: 'line one\nline two',
    amount: 1.5,
    active: true,
    website: 'https://example.com/path',
    body: ACTIVE,
    due: '2026-11-05 12:00:00.000Z',
    tags: ['red', 'blue'],
    meta: LONG_JSON,
    cover: pngFile('cover.png'),
    attachments: [textFile('note.txt')],
    author,
    reviewers,
  });
  const empty = await createRecord(api, posts.id, { title: '' });
  const hostile = await createRecord(api, posts.id, { body: HOSTILE });
  // Only a change in the database leaves such an id.
  copyRow(posts.name, empty.id, [{ id: 'lonely000000001', reviewers: '["missing00000001"]' }]);
  const names = posts.fields.map(({ name }) => name).join(', ');
  const view = await createCollection(api, {
    name: uniqueName('overview'),
    type: 'view',
    query: `select id, ${names}, created from ${posts.name}`,
  });
  return { posts, view, full, empty, hostile };
}

/** The message of another tab that changed a collection (CS-13). */
const RELOAD = () => {
  const channel = new BroadcastChannel('collections');
  channel.postMessage('reload');
  channel.close();
};

test('what is typed stays before a record is loaded and while fields change; a row of a view has a preview', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const clipboard = await allowClipboard(page);
  const collection = await createCollection(backend.api, {
    name: uniqueName('articles'),
    fields: [
      field('title'),
      field('note'),
      field('body', 'editor'),
      field('meta', 'json'),
      field('doc', 'file'),
    ],
  });
  const doc = new File(['text'], 'doc.txt', { type: 'text/plain' });
  const stored = { title: 'a', note: 'b', body: '<p>Rich</p>', meta: { exact: 1.5 }, doc };
  const row = await createRecord(backend.api, collection.id, stored);
  const moved = await createNotes(backend.api);
  const note = await createRecord(backend.api, moved.id, { title: 'stored' });
  const changing = await createNotes(backend.api);
  const views = await createViews(backend);
  await admin.signIn();

  await step(
    '[RP-02][RP-03] what is typed before the record is loaded stays, and only that is saved',
    async () => {
      expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\/\w+$/);
      await page.goto(recordsHash(collection.id));
      const list = recordsScreen(page);
      const { opened: failed, open: fail } = gate();
      const path = `**/api/collections/${collection.id}/records/${row.id}`;
      await page.route(path, async (route) => {
        await failed;
        await failWith(route, 'Nobody there.', 502);
      });
      await list.cell(row.id, 'title').click();
      const screen = panelScreen(page);
      await screen.control('title').click();
      await page.keyboard.type(' typed');
      await expect(screen.control('title')).toHaveValue('a typed');
      // Only a part of the text is in the list, and JSON was parsed there.
      for (const name of ['body', 'meta', 'doc']) {
        await expect(screen.field(name)).toHaveAttribute('aria-busy', 'true');
        await expect(screen.field(name)).toHaveAttribute('inert');
      }
      await expect(screen.field('meta')).toContainText('"exact": 1.5');
      await page.keyboard.press('ControlOrMeta+s');
      await expect(screen.save).toBeDisabled();
      fail();
      await expect(screen.panel.getByText('The record could not be loaded.')).toBeVisible();
      await expect(screen.control('title')).toBeFocused();
      await page.unroute(path);

      const { opened, open } = gate();
      await page.route(path, async (route) => {
        if (route.request().method() === 'GET') await opened;
        await route.continue();
      });
      await screen.panel.getByRole('button', { name: 'Try again' }).click();
      await screen.control('note').click();
      await page.keyboard.press('Home');
      await page.keyboard.type('x');
      const top = () => screen.field('meta').evaluate((element) => element.getBoundingClientRect().top);
      const before = await top();
      open();
      await expect(screen.field('meta')).not.toHaveAttribute('aria-busy');
      expect(await top()).toBe(before);
      // The caret is where it was.
      await page.keyboard.type('y');
      await expect(screen.control('note')).toHaveValue('xyb');
      await expect(screen.save).toBeEnabled();
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await screen.save.click();
      expect(partsOf(await sent)).toEqual([
        { name: 'title', value: 'a typed' },
        { name: 'note', value: 'xyb' },
      ]);
      await expect(recordPanels(page)).toHaveCount(0);
    },
  );
  await step('a field that was renamed meanwhile is no conflict', async () => {
    const screen = await openRecord(page, moved.id, note.id);
    await screen.control('title').fill('typed');
    await updateCollection(backend.api, moved.id, ({ fields }) => ({
      fields: renamed(fields, 'title', 'headline'),
    }));
    await saveAndWait(page, moved.id);
    await expect(screen.panel).toHaveCount(0);
    expect(await backend.api.get(`/api/collections/${moved.id}/records/${note.id}`)).toMatchObject({
      headline: 'typed',
    });
  });
  await step(
    'after a message about it, the input moves to the new name, and the value of a removed field can be copied',
    async () => {
      const change = (named: string) =>
        updateCollection(backend.api, changing.id, ({ fields }) => ({
          fields: renamed(fields, 'title', named),
        }));
      const screen = await openNew(page, changing.id);
      await screen.control('title').fill('precious');
      await change('headline');
      await page.evaluate(RELOAD);
      await expect(screen.control('headline')).toHaveValue('precious');
      await expect(screen.control('headline')).toBeFocused();

      await updateCollection(backend.api, changing.id, ({ fields }) => ({
        fields: [...fields.filter(({ name }) => name !== 'headline'), field('other')],
      }));
      await page.evaluate(RELOAD);
      const gone = screen.panel.locator('[data-removed-field="headline"]');
      await expect(gone).toContainText('headline is no longer a field of this collection.');
      await expect(gone).toContainText('precious');
      await expect(screen.field('headline')).toHaveCount(0);
      await gone.getByRole('button', { name: 'Copy headline' }).click();
      expect(await clipboard()).toBe('precious');
      await screen.control('other').fill('moved');
      await screen.save.click();
      await expect(toasts(page, 'success').last()).toContainText('Successfully created record.');
      // It stays until it is discarded.
      await expect(screen.title).toHaveText(`Edit ${changing.name} record`);
      await gone.getByRole('button', { name: 'Discard headline' }).press('Enter');
      await expect(gone).toHaveCount(0);
      await expect(screen.panel.locator(':focus')).toHaveCount(1);
      await screen.cancel.click();
      await expect(screen.panel).toHaveCount(0);
    },
  );

  const { posts, view, full, empty, hostile } = views;
  const panel = page.getByRole('dialog');
  const openPreview = (recordId: string) => page.goto(recordsHash(view.id, { recordId }));
  await step('[PV-01][PV-02] a table, Close, no menu and no controls to edit', async () => {
    expectedProblems.allow(...refusedHandlers);
    await page.goto(recordsHash(view.id));
    const list = recordsScreen(page);
    await expect(page.getByRole('button', { name: 'New record' })).toHaveCount(0);
    await list.cell(full.id, 'title').click();
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText(`${view.name} record preview`);
    await expect.poll(() => hashQuery(page)['recordId']).toBe(full.id);
    const columns = ['id', ...view.fields.map(({ name }) => name), ...onLine(['created'], [])];
    await expect(panel.getByRole('rowheader')).toHaveText(columns);
    await expect(panel.locator('footer').getByRole('button')).toHaveText(['Close']);
    await expect(panel.getByRole('textbox')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: 'More record options' })).toHaveCount(0);
    await expect(panel.locator('form')).toHaveCount(0);
    await panel.locator('footer').getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();

    await list.row(full.id).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('rowheader').first()).toBeVisible();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await openPreview(full.id);
    await expect(panel.getByRole('rowheader')).toHaveText(columns);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
  });
  await step('[PV-04] values are shown in their long form, related records up to 500', async () => {
    await openPreview(full.id);
    const value = (name: string) => panel.locator(`tr[data-column="${name}"] td`);
    await expect(value('id')).toHaveText(full.id);
    await expect(value('title')).toHaveText('line one\nline two', { useInnerText: true });
    await expect(value('amount')).toHaveText('1.5');
    await expect(value('active')).toHaveText('True');
    await expect(value('due')).toHaveText('2026-11-05 12:00:00 UTC');
    await expect(value('tags').locator('.chip')).toHaveText(['red', 'blue']);
    const link = value('website').getByRole('link', { name: 'https://example.com/path' });
    await expect(link).toHaveAttribute('href', 'https://example.com/path');
    await expect(link).toHaveAttribute('target', '_blank');

    const people = Array.from({ length: 500 }, (_, index) => `P${index}`);
    await expect(value('reviewers').locator('.chip')).toHaveText(people);
    await expect(value('reviewers')).toContainText('...');
    await expect(value('author')).toHaveText('P0');

    await expect(value('meta').locator('code')).toHaveText(`${LONG_JSON.slice(0, 500)}...`);
    const copied = await watchFor(page, 'tr[data-column="meta"] [data-copied]');
    await value('meta').getByRole('button', { name: 'Copy JSON' }).click();
    await copied();
    expect(await clipboard()).toBe(LONG_JSON);

    const rich = value('body').locator('[data-rich-text]');
    await expect(rich.locator('b')).toHaveText('text');
    await expect(rich.getByText('link')).not.toHaveAttribute('href', /javascript/);
    await expect(rich.locator('script')).toHaveCount(0);
    await expect(rich.locator('[onerror]')).toHaveCount(0);
    await expect(rich.locator('[contenteditable]')).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
    await expect(value('cover').getByRole('button', { name: /^Preview cover/ })).toBeVisible();
    await expect(value('attachments').getByRole('link', { name: /^Download note/ })).toBeVisible();

    await openPreview(empty.id);
    await expect(value('id')).toHaveText(empty.id);
    for (const name of [
      'title',
      'contact',
      'website',
      'body',
      'due',
      'status',
      'tags',
      'meta',
      'cover',
      'author',
    ]) {
      await expect(value(name)).toHaveText('N/A');
    }
    await expect(value('amount')).toHaveText('0');
    await expect(value('active')).toHaveText('False');
    await openPreview('lonely000000001');
    const chip = value('reviewers').locator('.chip');
    await expect(chip).toHaveText('missing00000001');
    await expect(chip).toHaveAttribute('data-tooltip', 'This record is missing.');
  });
  await step('[PV-03] a record that cannot be loaded closes the preview', async () => {
    expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/missing00000000$/);
    await openPreview('missing00000000');
    await expect(toasts(page, 'error').last()).toContainText(
      'Unable to load record with id "missing00000000"',
    );
    await expect(panel).toHaveCount(0);
    await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
  });
  await step('hostile rich text cannot imitate the dashboard, and its links show their targets', async () => {
    await openPreview(hostile.id);
    const rich = panel.locator('[data-rich-text]');
    await expect(rich.getByRole('heading', { name: 'heading' })).toBeVisible();

    const found = await rich.evaluate((root) => {
      const all = [...root.querySelectorAll('*')];
      const attributes = new Set(all.flatMap((element) => element.getAttributeNames()));
      const classes = new Set(all.map((element) => element.className).filter(Boolean));
      return { attributes: [...attributes].sort().join(' '), classes: [...classes] };
    });
    expect(found).toEqual({ attributes: KEPT, classes: ['link-target'] });
    await expect(rich.locator('dialog, nav, footer, main, svg, area, atoll-toast')).toHaveCount(0);
    for (const text of ['spoken', 'floats', 'asks', 'leads', 'edits', 'custom', 'kept', 'green', 'three']) {
      await expect(rich.getByText(text)).toBeVisible();
    }

    const links = rich.getByRole('link');
    await expect(links).toHaveCount(3);
    for (const [index, name] of [
      'Save changes (evil.test)',
      '(evil.test)',
      'mail (mailto:a@example.com)',
    ].entries()) {
      const link = links.nth(index);
      await expect(link).toHaveAccessibleName(name);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }

    // Nothing covers the controls of the panel, and the stored text stays unchanged.
    await panel.locator('footer').getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    expect(backend.sql(`select body from ${posts.name} where id = ?`, [hostile.id])).toEqual([
      { body: HOSTILE },
    ]);
  });
});
