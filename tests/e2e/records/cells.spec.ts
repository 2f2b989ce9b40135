import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  createUser,
  everyFieldType,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

/** Wide enough for all columns. */
const WIDE = { width: 3600, height: 800 };

async function createEveryType(backend: Backend): Promise<{ posts: Collection; cats: Collection }> {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    schema: [
      field('title', 'text', { presentable: true }),
      field('hidden'),
      field('remark'),
      field('pictures', 'file', { presentable: true, options: { maxSelect: 9 } }),
    ],
  });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: everyFieldType(cats.id).map((one) =>
      one.name === 'attachments' ? { ...one, options: { maxSelect: 20 } } : one,
    ),
  });
  return { posts, cats };
}

test('[RL-17][UI-06] the icon copies the id; auth rows show whether they are verified', async ({
  page,
  admin,
  backend,
}) => {
  const members = await createCollection(backend.api, { name: uniqueName('members'), type: 'auth' });
  const yes = await createUser(backend.api, members.id, { verified: true });
  const no = await createUser(backend.api, members.id, { verified: false });
  const clipboard = await allowClipboard(page);
  await page.clock.install();
  await admin.signIn();
  await page.goto(recordsHash(members.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(2);
  const copy = screen.cell(yes.id, 'id').getByRole('button', { name: 'Copy' });
  await copy.hover();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText('Copy');
  await expect(tooltip).toHaveCSS('white-space', 'pre-line');
  await expect(tooltip).toHaveAttribute('data-placed', '');
  const [above, below] = [await tooltip.boundingBox(), await copy.boundingBox()];
  const gap = (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  // Positioned on whole pixels.
  expect(Math.abs(gap - 5)).toBeLessThanOrEqual(0.5);

  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await copy.click();
  await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
  await page.clock.runFor(499);
  await expect(copy.locator('[class*="ri--check-line"]')).toBeVisible();
  await page.clock.runFor(1);
  await expect(copy.locator('[class*="ri--file-copy-line"]')).toBeVisible();
  await page.clock.resume();
  expect(await clipboard()).toBe(yes.id);

  for (const [record, state] of [
    [yes, 'Verified'],
    [no, 'Unverified'],
  ] as const) {
    const icon = screen.cell(record.id, 'id').getByRole('img', { name: state });
    await icon.hover();
    await expect(tooltip).toHaveText(state);
  }
  await page.mouse.move(0, 0);
  await expect(tooltip).toHaveCount(0);
});

test('[RL-18] every type of value is shown as specified', async ({ page, admin, backend, axe }) => {
  const { posts } = await createEveryType(backend);
  const full = await createRecord(backend.api, posts.id, {
    title: 'x'.repeat(300),
    amount: -12.5,
    active: true,
    contact: 'someone@example.com',
    website: 'https://example.com/path?a=b',
    body: `<p>Rich <b>text</b> &amp; more ${'word '.repeat(100)}</p>`,
    due: '2026-11-05 12:34:56.789Z',
    status: 'draft',
    tags: ['red', 'blue'],
    meta: { key: 'v'.repeat(600) },
  });
  const empty = await createRecord(backend.api, posts.id, { meta: null });
  const falsy = await createRecord(backend.api, posts.id, { amount: 0, active: false, meta: 0 });
  await admin.signIn();
  await page.setViewportSize(WIDE);
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);
  const cell = (column: string) => screen.cell(full.id, column);

  await expect(cell('title')).toHaveText(`${'x'.repeat(195)}...`);
  await expect(cell('amount')).toHaveText('-12.5');
  await expect(cell('active')).toHaveText('True');
  await expect(cell('contact')).toHaveText('someone@example.com');
  const link = cell('website').getByRole('link', { name: 'https://example.com/path?a=b' });
  await expect(link).toHaveAttribute('href', 'https://example.com/path?a=b');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  const body = (await cell('body').textContent()) ?? '';
  expect(body).toMatch(/^Rich text & more word word/);
  expect(body).toMatch(/^.{195}\.\.\.$/);
  const lines = cell('due').locator('time > span');
  await expect(lines).toHaveText(['2026-11-05', '12:34:56 UTC']);
  const [day, time] = [await lines.nth(0).boundingBox(), await lines.nth(1).boundingBox()];
  expect(time?.y ?? 0).toBeGreaterThan(day?.y ?? 0);
  await cell('due').locator('time').hover();
  await expect(page.getByRole('tooltip')).toHaveText('2026-11-05 14:34:56.789 Local');
  await expect(cell('status').locator('.chip')).toHaveText(['draft']);
  await expect(cell('tags').locator('.chip')).toHaveText(['red', 'blue']);
  const json = (await cell('meta').textContent()) ?? '';
  expect(json).toBe(`${JSON.stringify({ key: 'v'.repeat(600) }).slice(0, 500)}...`);

  for (const column of ['title', 'contact', 'website', 'body', 'due', 'status', 'tags', 'meta']) {
    await expect(screen.cell(empty.id, column), column).toHaveText('N/A');
  }
  for (const column of ['cover', 'attachments', 'author', 'reviewers']) {
    await expect(screen.cell(empty.id, column), column).toHaveText('N/A');
  }
  await expect(screen.cell(falsy.id, 'amount')).toHaveText('0');
  await expect(screen.cell(falsy.id, 'active')).toHaveText('False');
  await expect(screen.cell(falsy.id, 'meta')).toHaveText('0');
  await axe('[data-frame="collections"]');
});

test('[RL-19] up to 20 related records show their presentable fields, and their JSON in a tooltip', async ({
  page,
  admin,
  backend,
}) => {
  const { posts, cats } = await createEveryType(backend);
  const many = await createRecords(backend.api, cats.id, 21, (index) => ({ title: `cat ${index}` }));
  const one = await createRecord(backend.api, cats.id, {
    title: 'T'.repeat(100),
    hidden: 'h'.repeat(900),
    remark: 'r'.repeat(900),
    pictures: Array.from({ length: 7 }, (_, index) => pngFile(`p${index}.png`)),
  });
  const post = await createRecord(backend.api, posts.id, {
    author: one.id,
    reviewers: many.map(({ id }) => id),
  });
  await admin.signIn();
  await page.setViewportSize(WIDE);
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  const reviewers = screen.cell(post.id, 'reviewers');
  await expect(reviewers.locator('.chip')).toHaveCount(20);
  await expect(reviewers.locator('.chip').first()).toHaveText('cat 0');
  expect(await reviewers.textContent()).toMatch(/cat 19\.\.\.$/);
  expect(await reviewers.getByRole('img', { name: 'Show record' }).count()).toBe(20);

  const author = screen.cell(post.id, 'author');
  await expect(author.locator('.chip')).toHaveText(`${'T'.repeat(70)}...`);
  await expect(author.getByRole('button', { name: /^Preview p\d/ })).toHaveCount(5);
  await author.getByRole('img', { name: 'Show record' }).hover();
  const tip = (await page.getByRole('tooltip').textContent()) ?? '';
  expect(tip).toContain(`"id": "${one.id}"`);
  expect(tip).toContain('"hidden": "hhh');
  expect(tip).toHaveLength(803);
  expect(tip.endsWith('...')).toBe(true);
  await expect(page.getByRole('tooltip')).toHaveCSS('white-space', 'pre-line');
});

test('a text that is too long ends with an ellipsis, and its tooltip shows it completely', async ({
  page,
  admin,
  backend,
}) => {
  const { posts, cats } = await createEveryType(backend);
  const cat = await createRecord(backend.api, cats.id, { title: 'T'.repeat(60) });
  const website = `https://example.com/${'path/'.repeat(20)}`;
  const long = await createRecord(backend.api, posts.id, {
    tags: ['red', 'blue', 'green'],
    website,
    author: cat.id,
  });
  const short = await createRecord(backend.api, posts.id, { tags: ['red'], website: 'https://a.io' });
  const widths = Object.fromEntries(
    posts.schema.map(({ id, name }) => [id, ['tags', 'website', 'author'].includes(name) ? 130 : 60]),
  );
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `${posts.id}@columnWidths`,
    JSON.stringify(widths),
  ] as const);
  await admin.signIn();
  await page.setViewportSize(WIDE);
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  const tooltip = page.getByRole('tooltip');
  for (const [row, column, text] of [
    [long, 'tags', 'red, blue, green'],
    [long, 'website', website],
    [short, 'website', 'Open in new tab'],
  ] as const) {
    await screen.cell(row.id, column).locator(':scope > *').hover();
    await expect(tooltip).toHaveText(text);
  }
  await screen.cell(short.id, 'tags').locator('.chip').hover();
  await expect(tooltip).toHaveCount(0);
  // The name is shortened inside its chip; the chip stays inside the cell.
  const chip = screen.cell(long.id, 'author').locator('.chip');
  const inside = await chip.evaluate((element) => element.scrollWidth <= element.clientWidth);
  const fits = await chip.evaluate((element) => {
    const cell = element.closest('.list-cell');
    return cell !== null && element.getBoundingClientRect().right <= cell.getBoundingClientRect().right;
  });
  expect([inside, fits]).toEqual([true, true]);
  await screen.header('attachments').getByText('attachments').hover();
  await expect(tooltip).toHaveText('attachments');
});

test('[RL-20][API-07] files have thumbs and open a preview; other types are downloads', async ({
  page,
  admin,
  backend,
}) => {
  const { posts } = await createEveryType(backend);
  const post = await createRecord(backend.api, posts.id, {
    cover: pngFile('cover.png'),
    attachments: [
      textFile('note.txt'),
      ...Array.from({ length: 11 }, (_, index) => pngFile(`a${index}.png`)),
    ],
  });
  const [cover = '', note = ''] = [post['cover'] as string, (post['attachments'] as string[])[0]];
  await admin.signIn();
  await page.setViewportSize(WIDE);
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  const preview = screen.cell(post.id, 'cover').getByRole('button', { name: `Preview ${cover}` });
  await expect(preview).toHaveAttribute('title', `Preview ${cover}`);
  const image = preview.locator('img');
  const source = new URL((await image.getAttribute('src')) ?? '');
  expect(source.pathname).toBe(`/api/files/${posts.id}/${post.id}/${cover}`);
  expect(source.searchParams.get('thumb')).toBe('100x100');
  expect(source.searchParams.has('token')).toBe(false);
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);

  const attachments = screen.cell(post.id, 'attachments');
  await expect(attachments.locator('.thumb')).toHaveCount(10);
  expect(await attachments.textContent()).toMatch(/\.\.\.$/);
  const download = attachments.getByRole('link', { name: `Download ${note}` });
  await expect(download).toHaveAttribute('title', `Download ${note}`);
  const address = new URL((await download.getAttribute('href')) ?? '');
  expect(address.pathname).toBe(`/api/files/${posts.id}/${post.id}/${note}`);
  expect(address.search).toBe('');

  await preview.click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
