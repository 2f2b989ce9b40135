import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createPosts,
  createRecord,
  createRecords,
  pngFile,
  type RecordRow,
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
const HOSTILE =
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
    body: HOSTILE,
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

test('[PV-01][PV-02][RL-13] a row of a view opens its preview: a table, Close, no menu and no controls to edit', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(...refusedHandlers);
  const { view, full } = await createPostsView(backend);
  await admin.signIn();
  await page.goto(recordsHash(view.id));
  const list = recordsScreen(page);
  await expect(page.getByRole('button', { name: 'New record' })).toHaveCount(0);
  await list.cell(full.id, 'title').click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText(`${view.name} record preview`);
  await expect.poll(() => hashQuery(page)['recordId']).toBe(full.id);
  const columns = ['id', ...view.schema.map(({ name }) => name), 'created'];
  await expect(panel.getByRole('rowheader')).toHaveText(columns);
  await expect(panel.locator('footer').getByRole('button')).toHaveText(['Close']);
  await expect(panel.getByRole('textbox')).toHaveCount(0);
  await expect(panel.getByRole('button', { name: 'More record options' })).toHaveCount(0);
  await expect(panel.locator('form')).toHaveCount(0);
  await axe();
  await panel.locator('footer').getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();

  await list.row(full.id).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('rowheader').first()).toBeVisible();
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await page.goto(recordsHash(view.id, { recordId: full.id }));
  await expect(panel.getByRole('rowheader')).toHaveText(columns);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
});

test('[PV-03] a record that cannot be loaded closes the preview', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/missing00000000$/);
  const { view } = await createPostsView(backend);
  await admin.signIn();
  await page.goto(recordsHash(view.id, { recordId: 'missing00000000' }));
  await expect(toasts(page, 'error')).toContainText('Unable to load record with id "missing00000000"');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
});

test('[PV-04] values are shown in their long form', async ({
  page,
  admin,
  backend,
  context,
  expectedProblems,
}) => {
  expectedProblems.allow(...refusedHandlers);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  const { view, full, empty, cats } = await createPostsView(backend);
  await admin.signIn();
  await page.goto(recordsHash(view.id, { recordId: full.id }));
  const panel = page.getByRole('dialog');
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

  await page.goto(recordsHash(view.id, { recordId: empty.id }));
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

test('[PV-04] of many related records the first 500 are shown by their presentable field', async ({
  page,
  admin,
  backend,
}) => {
  const { collection: posts, related } = await createPosts(backend.api);
  const people = await createRecords(backend.api, related.id, 501, (index) => ({ name: `P${index}` }));
  const reviewers = people.map((person) => person.id);
  const { id } = await createRecord(backend.api, posts.id, { title: 'popular', reviewers });
  const view = await createCollection(backend.api, {
    name: uniqueName('crowd'),
    type: 'view',
    options: { query: `select id, reviewers from ${posts.name}` },
  });
  await admin.signIn();
  await page.goto(recordsHash(view.id, { recordId: id }));
  const value = page.getByRole('dialog').locator('tr[data-column="reviewers"] td');
  await expect(value.locator('.chip')).toHaveText(people.slice(0, 500).map(({ name }) => String(name)));
  await expect(value).toContainText('...');
});
