import { createUser } from '#tests/support/accounts.ts';
import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  everyFieldType,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { presses } from '#tests/support/keys.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';

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

test('[RL-17][RL-18][RL-19][RL-20][API-07][UI-06] the icon of the id, every type of value, related records, long texts and files are shown as specified', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
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
  const { posts: linked, cats } = await createEveryType(backend);
  const many = await createRecords(backend.api, cats.id, 21, (index) => ({ title: `cat ${index}` }));
  const one = await createRecord(backend.api, cats.id, {
    title: 'T'.repeat(100),
    hidden: 'h'.repeat(900),
    remark: 'r'.repeat(900),
    pictures: Array.from({ length: 7 }, (_, index) => pngFile(`p${index}.png`)),
  });
  const post = await createRecord(backend.api, linked.id, {
    author: one.id,
    reviewers: many.map(({ id }) => id),
  });
  const { posts: narrow, cats: named } = await createEveryType(backend);
  const cat = await createRecord(backend.api, named.id, { title: 'T'.repeat(60) });
  const website = `https://example.com/${'path/'.repeat(20)}`;
  const long = await createRecord(backend.api, narrow.id, {
    title: 'a text that is too long',
    amount: 1234567890.5,
    tags: ['red', 'blue', 'green'],
    website,
    author: cat.id,
  });
  const short = await createRecord(backend.api, narrow.id, { tags: ['red'], website: 'https://a.io' });
  const widths = Object.fromEntries(
    narrow.schema.map(({ id, name }) => [id, ['tags', 'website', 'author'].includes(name) ? 130 : 60]),
  );
  const { posts: files } = await createEveryType(backend);
  const filed = await createRecord(backend.api, files.id, {
    cover: pngFile('cover.png'),
    attachments: [
      textFile('note.txt'),
      ...Array.from({ length: 11 }, (_, index) => pngFile(`a${index}.png`)),
    ],
  });
  const [cover = '', note = ''] = [filed['cover'] as string, (filed['attachments'] as string[])[0]];

  const members = await createCollection(backend.api, { name: uniqueName('members'), type: 'auth' });
  const yes = await createUser(backend, members.id, { verified: true });
  const no = await createUser(backend, members.id, { verified: false });
  const clipboard = await allowClipboard(page);

  await admin.signIn();
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `${narrow.id}@columnWidths`,
    JSON.stringify(widths),
  ] as const);
  await page.setViewportSize(WIDE);
  const screen = recordsScreen(page);
  const tooltip = page.getByRole('tooltip');

  await test.step('every type of value', async () => {
    await page.goto(recordsHash(posts.id));
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
    await expect(tooltip).toHaveText('2026-11-05 14:34:56.789 Local');
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
    await checkScreen('[data-frame="collections"]');
  });

  await test.step('up to 20 related records with their presentable fields, and their JSON in a tooltip', async () => {
    await page.goto(recordsHash(linked.id));
    const reviewers = screen.cell(post.id, 'reviewers');
    const chips = reviewers.locator('.chip').filter({ has: page.getByRole('link') });
    await expect(chips.first()).toHaveText('cat 0');
    // As many as fit completely, then the number of the others, whose names are in the text and in a tooltip.
    const count = await chips.count();
    expect(count).toBeGreaterThan(2);
    expect(count).toBeLessThan(20);
    const others = reviewers.locator('.chip').last();
    await expect(others).toContainText(`+${21 - count}cat ${count}, `);
    const [inner, outer] = [await others.boundingBox(), await reviewers.boundingBox()];
    expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
    expect(await reviewers.textContent()).toMatch(/cat 19\.\.\.$/);
    expect(await reviewers.getByRole('img', { name: 'Show record' }).count()).toBe(count);
    await others.hover();
    await expect(tooltip).toHaveText(/^cat 0, cat 1, .*, cat 19\.\.\.$/);

    const author = screen.cell(post.id, 'author');
    await expect(author.locator('.chip')).toHaveText(`${'T'.repeat(70)}...`);
    await expect(author.getByRole('button', { name: /^Preview p\d/ })).toHaveCount(5);
    await author.getByRole('img', { name: 'Show record' }).hover();
    await expect(tooltip).toContainText(`"id": "${one.id}"`);
    const tip = (await tooltip.textContent()) ?? '';
    expect(tip).toContain('"hidden": "hhh');
    expect(tip).toHaveLength(803);
    expect(tip.endsWith('...')).toBe(true);
    await expect(tooltip).toHaveCSS('white-space', 'pre-line');

    await author.getByRole('link').click();
    await expect(page.getByRole('complementary', { name: `Edit ${cats.name} record` })).toBeVisible();
    // It opens above the list that it was found in.
    expect(hashQuery(page)).toEqual({ collectionId: linked.id, recordId: one.id, recordOf: cats.id });
  });

  await test.step('a text that is too long ends with an ellipsis, and its tooltip shows it completely', async () => {
    await page.goto(recordsHash(narrow.id));
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
    // A line of text is its cell, so that the focus shows it, too.
    await screen.cell(long.id, 'amount').hover();
    await expect(tooltip).toHaveText('1234567890.5');
    await screen.row(long.id).focus();
    await presses(page, 'ArrowRight ArrowRight ArrowRight');
    await expect(screen.cell(long.id, 'title')).toBeFocused();
    await expect(tooltip).toHaveText('a text that is too long');
    await page.keyboard.press('Escape');
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

  await test.step('files have thumbs and open a preview; other types are downloads', async () => {
    await page.goto(recordsHash(files.id));
    const preview = screen.cell(filed.id, 'cover').getByRole('button', { name: `Preview ${cover}` });
    await expect(preview).toHaveAttribute('title', `Preview ${cover}`);
    const image = preview.locator('img');
    const source = new URL((await image.getAttribute('src')) ?? '');
    expect(source.pathname).toBe(`/api/files/${files.id}/${filed.id}/${cover}`);
    expect(source.searchParams.get('thumb')).toBe('100x100');
    expect(source.searchParams.has('token')).toBe(false);
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
      .toBeGreaterThan(0);

    const attachments = screen.cell(filed.id, 'attachments');
    await expect(attachments.locator('.thumb')).toHaveCount(10);
    expect(await attachments.textContent()).toMatch(/\.\.\.$/);
    const download = attachments.getByRole('link', { name: `Download ${note}` });
    await expect(download).toHaveAttribute('title', `Download ${note}`);
    const address = new URL((await download.getAttribute('href')) ?? '');
    expect(address.pathname).toBe(`/api/files/${files.id}/${filed.id}/${note}`);
    expect(address.search).toBe('');

    await preview.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the icon copies the id; auth rows show whether they are verified', async () => {
    await page.clock.install();
    await page.goto(recordsHash(members.id));
    await expect(screen.rows).toHaveCount(2);
    const copy = screen.cell(yes.id, 'id').getByRole('button', { name: 'Copy' });
    await copy.hover();
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
});

const TEXTS = {
  ...hostileStrings,
  tenThousand: 'W'.repeat(10_000),
  nullByte: 'before\u0000after',
} as const;

test.beforeEach(({ page }) => refuseDialogs(page));

async function createHostileRecords(
  backend: Backend,
): Promise<{ posts: Collection; byText: Map<string, string> }> {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    schema: [field('title', 'text', { presentable: true })],
  });
  const values = [hostileStrings.script, hostileStrings.image, hostileStrings.rightToLeft];
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [
      field('text'),
      field('next'),
      field('rich', 'editor'),
      field('choice', 'select', { options: { maxSelect: 3, values } }),
      field('data', 'json'),
      field('ref', 'relation', { options: { collectionId: cats.id } }),
    ],
  });
  const byText = new Map<string, string>();
  for (const text of Object.values(TEXTS)) {
    const cat = await createRecord(backend.api, cats.id, { title: text });
    const record = await createRecord(backend.api, posts.id, {
      text,
      next: 'neighbour',
      rich: text,
      choice: values,
      data: { [text.replaceAll('\u0000', '')]: text.replaceAll('\u0000', '') },
      ref: cat.id,
    });
    byText.set(text, record.id);
  }
  return { posts, byText };
}

test('hostile values of every kind stay text and do not affect the layout or other values', async ({
  page,
  admin,
  backend,
}) => {
  const { posts, byText } = await createHostileRecords(backend);
  const bidi = await createCollection(backend.api, {
    name: uniqueName('bidi'),
    schema: [
      field('ref', 'relation', { options: { collectionId: '_pb_users_auth_', maxSelect: 5 } }),
      field('tags', 'select', { options: { maxSelect: 2, values: ['\u202Egpj.exe', 'after'] } }),
      field('text', 'text'),
    ],
  });
  const marked = await createRecord(backend.api, bidi.id, {
    tags: ['\u202Egpj.exe', 'after'],
    text: '\u05D0\u05D1\u05D2 '.repeat(40),
  });
  const links = await createCollection(backend.api, {
    name: uniqueName('links'),
    schema: [field('site', 'url')],
  });
  const site = await createRecord(backend.api, links.id, { site: 'https://example.com' });
  // The backend would refuse these values, but older data or other clients can contain them.
  const sites = [
    'javascript:window.__pwned=1',
    ' JaVaScRiPt:window.__pwned=1',
    'java\nscript:window.__pwned=1',
    'data:text/html,<script>window.__pwned=1</script>',
    'vbscript:x',
    '//evil.example',
  ].map((site, index) => ({ id: `hostilelink000${index}`, site }));
  backend.copyRow(links.name, site.id, sites);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.setViewportSize({ width: 2400, height: 800 });

  await test.step('a javascript: address is never a link', async () => {
    await page.goto(recordsHash(links.id));
    await expect(screen.cell(site.id, 'site').getByRole('link')).toHaveCount(1);
    for (const { id, site } of sites) {
      const cell = screen.cell(id, 'site');
      await expect(cell).toContainText(site.trim().slice(0, 4));
      expect(await cell.getByRole('link').count(), site).toBe(0);
    }
    await expectHarmless(page);
  });

  await test.step('a right-to-left override ends with its value', async () => {
    await page.goto(recordsHash(bidi.id));
    const chips = screen.cell(marked.id, 'tags').locator('.chip');
    await expect(chips).toHaveCount(2);
    const [first, second] = [await chips.nth(0).boundingBox(), await chips.nth(1).boundingBox()];
    expect(first?.x ?? 0).toBeLessThan(second?.x ?? 0);
    await expect(chips.nth(0)).toHaveCSS('unicode-bidi', 'isolate');
  });

  await test.step('a text from right to left shows its beginning', async () => {
    const isFirstLetterShown = (cell: Element) => {
      const first = document.createRange();
      first.setStart(cell.firstChild ?? cell, 0);
      first.setEnd(cell.firstChild ?? cell, 1);
      return first.getBoundingClientRect().right <= cell.getBoundingClientRect().right;
    };
    expect(await screen.cell(marked.id, 'text').evaluate(isFirstLetterShown)).toBe(true);
  });

  await test.step('rows keep their height, and cells their place', async () => {
    await page.goto(recordsHash(posts.id));
    await expect(screen.rows).toHaveCount(byText.size);
    for (const [text, id] of byText) {
      const shown = text.length > 195 ? `${text.slice(0, 195)}...` : text;
      expect(await screen.cell(id, 'text').textContent()).toBe(shown);
      expect(await screen.cell(id, 'text').locator('img, script, a').count()).toBe(0);
      const choice = screen.cell(id, 'choice');
      await expect(choice.locator('.chip').first()).toHaveText(hostileStrings.script);
      for (const value of [hostileStrings.image, hostileStrings.rightToLeft]) {
        await expect(choice).toContainText(value);
      }
      // All rows have the same height, and elements next to the text keep their position.
      expect((await screen.row(id).boundingBox())?.height).toBe(36);
      const [cell, next] = [
        await screen.cell(id, 'text').boundingBox(),
        await screen.cell(id, 'next').boundingBox(),
      ];
      expect((cell?.x ?? 0) + (cell?.width ?? 0)).toBeLessThanOrEqual((next?.x ?? 0) + 0.5);
      expect(await screen.cell(id, 'next').textContent()).toBe('neighbour');
    }
    await expectHarmless(page);
  });

  await test.step('tooltips are text as well: one of a whole record, one of a shortened text', async () => {
    const script = byText.get(hostileStrings.script) ?? '';
    await screen.cell(script, 'ref').getByRole('img', { name: 'Show record' }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await screen.cell(byText.get(TEXTS.tenThousand) ?? '', 'text').hover();
    await expect(page.getByRole('tooltip')).toContainText('WWW');
    await expectHarmless(page);
  });

  await test.step('the page is not wider than a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(screen.rows.first()).toBeVisible();
    await expectHarmless(page);
  });
});

test('hostile names of collections, fields and files stay text', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const name = uniqueName('named');
  const collection = await createCollection(backend.api, {
    name,
    schema: [field('title'), field('files', 'file', { options: { maxSelect: 5 } })],
  });
  const record = await createRecord(backend.api, collection.id, { title: 'x' });
  const files = [`"><img src=x onerror=alert(1)>.png`, '\u202Egpj.exe', "it's ../../up #1 ?.txt"];
  await admin.signIn();
  // The backend normalises file names, but other or older versions may not.
  await page.route(
    (url) => url.pathname === '/api/collections' && url.searchParams.get('perPage') === '200',
    async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const found = body.items.find(({ id }: { id: string }) => id === collection.id);
      found.name = `${hostileStrings.image}${'x'.repeat(500)}`;
      found.schema[0].name = `${hostileStrings.script}${'y'.repeat(200)}`;
      body.items.push({ ...found, id: 'second', name: `\u202E${hostileStrings.rightToLeft}` });
      await route.fulfill({ response, json: body });
    },
  );
  await page.route(
    (url) => url.pathname.includes(`${collection.id}/records`) && url.searchParams.get('perPage') === '40',
    async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.items[0].files = files;
      await route.fulfill({ response, json: body });
    },
  );
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.route('**/api/files/**', (route) =>
    route.request().method() === 'POST'
      ? route.continue()
      : route.fulfill({ status: 200, contentType: 'image/png', body: '' }),
  );
  await page.goto(recordsHash(collection.id));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src="x"');
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(1);
  await expect(page.getByRole('columnheader', { name: '<script>' })).toBeVisible();
  await expectHarmless(page);
  await screen.scroller.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  const cell = screen.cell(record.id, 'files');
  await expect(cell.locator('.thumb')).toHaveCount(3);
  await expect(cell.getByRole('button')).toHaveAttribute('title', `Preview ${files[0]}`);
  const up = new URL((await cell.getByRole('link').last().getAttribute('href')) ?? '');
  expect(up.pathname).toBe(
    `/api/files/${collection.id}/${record.id}/${encodeURIComponent(files[2] ?? '').replace(/'/g, "'")}`,
  );
  await cell.getByRole('button').click();
  await expect(page.getByRole('dialog')).toContainText(files[0] ?? '');
  await expectHarmless(page);
  await checkScreen();
  // An id can begin with these letters too.
  expect(requested.filter((path) => /\/up(%20)?$/.test(path))).toEqual([]);
});
