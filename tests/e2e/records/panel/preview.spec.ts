import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createPosts,
  createRecord,
  createRecords,
  field,
  pngFile,
  type RecordRow,
  seedRecords,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

interface PostsView {
  readonly view: Collection;
  readonly full: RecordRow;
  readonly empty: RecordRow;
  readonly cats: readonly RecordRow[];
}

const LONG_JSON = JSON.stringify({ words: Array.from({ length: 120 }, (_, index) => `word ${index}`) });
const ACTIVE =
  '<p>Rich <b>text</b> <a href="javascript:window.__pwned=1">link</a></p><script>window.__pwned=1</script><img src="x:" onerror="window.__pwned=1">';

/** The browser reports event handlers in stored HTML, also in a document without scripts. */
const refusedHandlers = [
  /^csp: script-src-attr inline \/assets\/PreviewRichText\.[\w-]+\.js$/,
  /^console error: Executing inline event handler violates the following Content Security Policy directive .*$/,
];

/** A view of posts with every field type: one post with all values and one with none. */
async function createPostsView(backend: Backend): Promise<PostsView> {
  const { api } = backend;
  const { collection: posts, related } = await createPosts(api);
  const cats = await createRecords(api, related.id, 25, (index) => ({ name: `cat ${index}` }));
  const full = await createRecord(api, posts.id, {
    title: 'line one\nline two',
    amount: 1.5,
    active: true,
    contact: 'a@example.com',
    website: 'https://example.com/path',
    body: ACTIVE,
    due: '2026-11-05 12:00:00.000Z',
    status: 'draft',
    tags: ['red', 'blue'],
    meta: LONG_JSON,
    cover: pngFile('cover.png'),
    attachments: [textFile('note.txt')],
    author: cats[0]?.id,
    reviewers: cats.map(({ id }) => id),
  });
  const empty = await createRecord(api, posts.id, { title: '' });
  const names = posts.schema.map(({ name }) => name).join(', ');
  const view = await createCollection(api, {
    name: uniqueName('overview'),
    type: 'view',
    options: { query: `select id, ${names}, created from ${posts.name}` },
  });
  return { view, full, empty, cats };
}

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

test('[PV-01][PV-02][PV-03][PV-04][RL-13] a row of a view opens its preview, with all values in their long form', async ({
  page,
  admin,
  backend,
  context,
  checkScreen,
  expectedProblems,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const { view, full, empty, cats } = await createPostsView(backend);
  const { collection: posts, related } = await createPosts(backend.api);
  const reviewers = await seedRecords(backend, related, 501, (index) => ({ name: `P${index}` }));
  const popular = await createRecord(backend.api, posts.id, { title: 'popular', reviewers });
  const crowd = await createCollection(backend.api, {
    name: uniqueName('crowd'),
    type: 'view',
    options: { query: `select id, reviewers from ${posts.name}` },
  });
  await admin.signIn();
  const panel = page.getByRole('dialog');
  const openPreview = (shown: Collection, recordId: string) => page.goto(recordsHash(shown.id, { recordId }));

  await test.step('of many related records the first 500 are shown by their presentable field', async () => {
    await openPreview(crowd, popular.id);
    const value = panel.locator('tr[data-column="reviewers"] td');
    await expect(value.locator('.chip')).toHaveText(Array.from({ length: 500 }, (_, index) => `P${index}`));
    await expect(value).toContainText('...');
    const [lone, missing] = ['lonely000000001', 'missing00000001'];
    backend.copyRow(posts.name, popular.id, [{ id: lone, reviewers: JSON.stringify([missing]) }]);
    await openPreview(crowd, lone);
    await expect(value.locator('.chip')).toHaveText(missing);
    await expect(value.locator('.chip')).toHaveAttribute('data-tooltip', 'This record is missing.');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });
  await test.step('a table, Close, no menu and no controls to edit', async () => {
    expectedProblems.allow(...refusedHandlers);
    await page.goto(recordsHash(view.id));
    const list = recordsScreen(page);
    await expect(page.getByRole('button', { name: 'New record' })).toHaveCount(0);
    await list.cell(full.id, 'title').click();
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText(`${view.name} record preview`);
    await expect.poll(() => hashQuery(page)['recordId']).toBe(full.id);
    const columns = ['id', ...view.schema.map(({ name }) => name), 'created'];
    await expect(panel.getByRole('rowheader')).toHaveText(columns);
    await expect(panel.locator('footer').getByRole('button')).toHaveText(['Close']);
    await expect(panel.getByRole('textbox')).toHaveCount(0);
    await expect(panel.getByRole('button', { name: 'More record options' })).toHaveCount(0);
    await expect(panel.locator('form')).toHaveCount(0);
    await checkScreen('[role=dialog]');
    await panel.locator('footer').getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();

    await list.row(full.id).focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('rowheader').first()).toBeVisible();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await openPreview(view, full.id);
    await expect(panel.getByRole('rowheader')).toHaveText(columns);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
  });
  await test.step('values are shown in their long form', async () => {
    await openPreview(view, full.id);
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

    // More than the twenty of a list, all with their presentable field.
    await expect(value('reviewers').locator('.chip')).toHaveText(cats.map((cat) => String(cat['name'])));
    await expect(value('reviewers')).not.toContainText('...');
    await expect(value('author')).toHaveText('cat 0');

    await expect(value('meta').locator('code')).toHaveText(`${LONG_JSON.slice(0, 500)}...`);
    // The check mark is visible for half a second of the page's clock, which the test controls.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await value('meta').getByRole('button', { name: 'Copy JSON' }).click();
    await expect(value('meta').locator('[data-copied]')).toBeVisible();
    await page.clock.resume();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(LONG_JSON);

    const rich = value('body').locator('[data-rich-text]');
    await expect(rich.locator('b')).toHaveText('text');
    await expect(rich.getByText('link')).not.toHaveAttribute('href', /javascript/);
    await expect(rich.locator('script')).toHaveCount(0);
    await expect(rich.locator('[onerror]')).toHaveCount(0);
    await expect(rich.locator('[contenteditable]')).toHaveCount(0);
    expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
    await expect(value('cover').getByRole('button', { name: /^Preview cover/ })).toBeVisible();
    await expect(value('attachments').getByRole('link', { name: /^Download note/ })).toBeVisible();

    await openPreview(view, empty.id);
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
  });
  await test.step('a record that cannot be loaded closes the preview', async () => {
    expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/missing00000000$/);
    await openPreview(view, 'missing00000000');
    await expect(toasts(page, 'error')).toContainText(['Unable to load record with id "missing00000000"']);
    await expect(panel).toHaveCount(0);
    await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
  });
});

test('hostile rich text in a preview cannot imitate the dashboard, and its links show their targets', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const { api } = backend;
  const posts = await createCollection(api, { name: uniqueName('posts'), schema: [field('body', 'editor')] });
  const { id } = await createRecord(api, posts.id, { body: HOSTILE });
  const view = await createCollection(api, {
    name: uniqueName('overview'),
    type: 'view',
    options: { query: `select id, body from ${posts.name}` },
  });
  await admin.signIn();
  await page.goto(recordsHash(view.id, { recordId: id }));
  const panel = page.getByRole('dialog');
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
  await checkScreen('[role=dialog]');
  await panel.locator('footer').getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  expect(backend.sql(`select body from ${posts.name}`)).toEqual([{ body: HOSTILE }]);
});
