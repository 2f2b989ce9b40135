import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { inRoot } from '#scripts/lib/paths.ts';
import { createUser } from '#tests/support/accounts.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
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
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { presses } from '#tests/support/keys.ts';
import { onLine } from '#tests/support/lines.ts';
import { silence } from '#tests/support/media.ts';
import { hashQuery, loadAt, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { loginScreen, openAvatarMenu, signInByForm } from '#tests/support/screens.ts';
import { readCollection } from '#wire/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';

/** Wide enough for all columns. */
const WIDE = { width: 3600, height: 800 };

async function createEveryType(backend: Backend): Promise<{ posts: Collection; cats: Collection }> {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    fields: [
      field('title', 'text', { isPresentable: true }),
      field('hidden'),
      field('remark'),
      field('pictures', 'file', { isPresentable: true, max: 9 }),
    ],
  });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    fields: everyFieldType(cats.id).map((one) =>
      one.name === 'attachments' ? field(one.name, 'file', { max: 20 }) : one,
    ),
  });
  return { posts, cats };
}

const tooltipOf = (page: Page) => page.getByRole('tooltip');

async function showValues({ page, backend, step }: Flow): Promise<void> {
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
  const screen = recordsScreen(page);
  await page.goto(recordsHash(posts.id));

  await step('[RL-18] every type of value', async () => {
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
    await expect(tooltipOf(page)).toHaveText('2026-11-05 14:34:56.789 Local');
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
  });
}

async function showRelated({ page, backend, step }: Flow): Promise<void> {
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
  const screen = recordsScreen(page);
  const tooltip = tooltipOf(page);

  await step(
    '[RL-19] up to 20 related records with their presentable fields, and their JSON in a tooltip',
    async () => {
      await loadAt(page, recordsHash(posts.id));
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
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual(
        (outer?.x ?? 0) + (outer?.width ?? 0),
      );
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
      expect(hashQuery(page)).toEqual({ collectionId: posts.id, recordId: one.id, recordOf: cats.id });
    },
  );
}

async function shortenTexts({ page, backend, step }: Flow): Promise<void> {
  const { posts, cats } = await createEveryType(backend);
  const cat = await createRecord(backend.api, cats.id, { title: 'T'.repeat(60) });
  const website = `https://example.com/${'path/'.repeat(20)}`;
  const long = await createRecord(backend.api, posts.id, {
    title: 'a text that is too long',
    amount: 1234567890.5,
    tags: ['red', 'blue', 'green'],
    website,
    author: cat.id,
  });
  const short = await createRecord(backend.api, posts.id, { tags: ['red'], website: 'https://a.io' });
  const widths = Object.fromEntries(
    posts.fields.map(({ id, name }) => [id, ['tags', 'website', 'author'].includes(name) ? 130 : 60]),
  );
  const screen = recordsScreen(page);
  const tooltip = tooltipOf(page);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `${posts.id}@columnWidths`,
    JSON.stringify(widths),
  ] as const);

  await step(
    '[RL-18] a text that is too long ends with an ellipsis, and its tooltip shows it completely',
    async () => {
      await loadAt(page, recordsHash(posts.id));
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
    },
  );
}

async function copyId({ page, backend, step }: Flow): Promise<void> {
  const members = await createCollection(backend.api, { name: uniqueName('members'), type: 'auth' });
  const yes = await createUser(backend, members.id, { verified: true });
  const no = await createUser(backend, members.id, { verified: false });
  const clipboard = await allowClipboard(page);
  const screen = recordsScreen(page);
  const tooltip = tooltipOf(page);

  await step('[RL-17][UI-06] the icon copies the id; auth rows show whether they are verified', async () => {
    await page.clock.install();
    await loadAt(page, recordsHash(members.id));
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
  });
}

const TEXTS = {
  ...hostileStrings,
  tenThousand: 'W'.repeat(10_000),
  nullByte: 'before\u0000after',
} as const;

async function createHostileRecords(
  backend: Backend,
): Promise<{ posts: Collection; byText: Map<string, string> }> {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    fields: [field('title', 'text', { isPresentable: true })],
  });
  const values = [hostileStrings.script, hostileStrings.image, hostileStrings.rightToLeft];
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    fields: [
      field('text'),
      field('next'),
      field('rich', 'editor'),
      field('choice', 'select', { max: 3, choices: values }),
      field('data', 'json'),
      field('ref', 'relation', { collectionId: cats.id }),
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

/** A link between texts from right to left, and addresses of older data that must not become one. */
async function createLinks(backend: Backend) {
  const links = await createCollection(backend.api, {
    name: uniqueName('links'),
    fields: [
      field('site', 'url'),
      field('tags', 'select', { max: 2, choices: ['\u202Egpj.exe', 'after'] }),
      field('text', 'text'),
    ],
  });
  const site = await createRecord(backend.api, links.id, {
    site: 'https://example.com',
    tags: ['\u202Egpj.exe', 'after'],
    text: '\u05D0\u05D1\u05D2 '.repeat(40),
  });
  const sites = [
    'javascript:window.__pwned=1',
    ' JaVaScRiPt:window.__pwned=1',
    'java\nscript:window.__pwned=1',
    'data:text/html,<script>window.__pwned=1</script>',
    'vbscript:x',
    '//evil.example',
  ].map((site, index) => ({ id: `hostilelink000${index}`, site }));
  backend.copyRow(links.name, site.id, sites);
  return { links, site, sites };
}

async function showHostile({ page, backend, step }: Flow): Promise<void> {
  const { posts, byText } = await createHostileRecords(backend);
  const { links, site, sites } = await createLinks(backend);
  const screen = recordsScreen(page);
  await page.setViewportSize({ width: 2400, height: 800 });
  await loadAt(page, recordsHash(links.id));

  await step('a javascript: address is never a link', async () => {
    await expect(screen.cell(site.id, 'site').getByRole('link')).toHaveCount(1);
    for (const { id, site } of sites) {
      const cell = screen.cell(id, 'site');
      await expect(cell).toContainText(site.trim().slice(0, 4));
      expect(await cell.getByRole('link').count(), site).toBe(0);
    }
    await expectHarmless(page);
  });

  await step('a right-to-left override ends with its value', async () => {
    const chips = screen.cell(site.id, 'tags').locator('.chip');
    await expect(chips).toHaveCount(2);
    const [first, second] = [await chips.nth(0).boundingBox(), await chips.nth(1).boundingBox()];
    expect(first?.x ?? 0).toBeLessThan(second?.x ?? 0);
    await expect(chips.nth(0)).toHaveCSS('unicode-bidi', 'isolate');
  });

  await step('a text from right to left shows its beginning', async () => {
    const isFirstLetterShown = (cell: Element) => {
      const first = document.createRange();
      first.setStart(cell.firstChild ?? cell, 0);
      first.setEnd(cell.firstChild ?? cell, 1);
      return first.getBoundingClientRect().right <= cell.getBoundingClientRect().right;
    };
    expect(await screen.cell(site.id, 'text').evaluate(isFirstLetterShown)).toBe(true);
  });

  await step('rows keep their height, and cells their place', async () => {
    await page.goto(recordsHash(posts.id));
    await expect(screen.rows).toHaveCount(byText.size);
    for (const [text, id] of byText) {
      const shown = text.length > 195 ? `${text.slice(0, 195)}...` : text;
      expect(await screen.cell(id, 'text').textContent()).toBe(shown);
      expect(await screen.cell(id, 'text').locator('img, script, a').count()).toBe(0);
      const choice = screen.cell(id, 'choice');
      await expect(choice.locator('.chip').first()).toHaveText(hostileStrings.script);
      await expect(choice).toContainText(hostileStrings.rightToLeft);
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

  await step('tooltips are text as well: one of a whole record, one of a shortened text', async () => {
    const script = byText.get(hostileStrings.script) ?? '';
    await screen.cell(script, 'ref').getByRole('img', { name: 'Show record' }).hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await screen.cell(byText.get(TEXTS.tenThousand) ?? '', 'text').hover();
    await expect(page.getByRole('tooltip')).toContainText('WWW');
    await expectHarmless(page);
  });
}

async function showNames({ page, backend, step }: Flow): Promise<void> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('named'),
    fields: [field('title'), field('files', 'file', { max: 5 })],
  });
  const record = await createRecord(backend.api, collection.id, { title: 'x' });
  const files = [`"><img src=x onerror=alert(1)>.png`, '\u202Egpj.exe', "it's ../../up #1 ?.txt"];
  // The backend normalises file names, but other or older versions may not.
  await page.route(
    (url) => url.pathname === '/api/collections' && url.searchParams.get('perPage') === '200',
    async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const at = body.items.findIndex(({ id }: { id: string }) => id === collection.id);
      const found = readCollection(body.items[at]);
      const named = `${hostileStrings.script}${'y'.repeat(200)}`;
      const fields = found.fields.map((one) => (one.name === 'title' ? { ...one, name: named } : one));
      const hostile = { ...found, fields, name: `${hostileStrings.image}${'x'.repeat(500)}` };
      const second = { ...hostile, id: 'second', name: `\u202E${hostileStrings.rightToLeft}` };
      body.items[at] = { ...body.items[at], ...writeCollection(hostile) };
      body.items.push({ ...body.items[at], ...writeCollection(second) });
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

  await step('hostile names of collections, fields and files stay text', async () => {
    await loadAt(page, recordsHash(collection.id));
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
    // An id can begin with these letters too.
    expect(requested.filter((path) => /\/up(%20)?$/.test(path))).toEqual([]);
  });
  await page.keyboard.press('Escape');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

test('values of every kind are shown as specified, and hostile ones stay text', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  refuseDialogs(page);
  await admin.signIn();
  await page.setViewportSize(WIDE);
  await showValues(flow);
  await showRelated(flow);
  await shortenTexts(flow);
  await showHostile(flow);
  await showNames(flow);
  await copyId(flow);
});

const TOKEN_CALL = '**/api/files/token';

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Pictures of which the backend makes no thumbs, the last one too large for a list. */
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const DRAWINGS = [new File([SVG], 'drawing.svg'), new File([SVG, ' '.repeat(1_000_000)], 'large.svg')];

/** A video of 64 × 48 pixels. */
const CLIP = inRoot('tests/support/records/clip.webm');

async function withFiles(
  backend: Backend,
  files: File[],
): Promise<{ album: Collection; id: string; names: string[] }> {
  const album = await createCollection(backend.api, {
    name: uniqueName('album'),
    fields: [field('files', 'file', { max: 9, isProtected: true })],
  });
  const record = await createRecord(backend.api, album.id, { files });
  return { album, id: record.id, names: record['files'] as string[] };
}

const widthOf = (image: Locator) => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth);

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('pb_admin_file_token'));
const thumb = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Preview ${name}`) });
const expectThumb = (page: Page, name: string) =>
  expect.poll(() => widthOf(thumb(page, name).locator('img'))).toBeGreaterThan(0);

async function closePreview(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function giveTokens({ page, backend, step }: Flow): Promise<void> {
  const options = { max: 20, maxSize: 5_242_880 };
  const mixed = await createCollection(backend.api, {
    name: uniqueName('mixed'),
    fields: [
      field('open', 'file', options),
      field('note', 'file', options),
      field('closed', 'file', { ...options, isProtected: true }),
      field('many', 'file', options),
    ],
  });
  const many = Array.from({ length: 11 }, (_, index) => pngFile(`a${index}.png`));
  const record = await createRecord(backend.api, mixed.id, {
    open: pngFile('open.png'),
    note: textFile('note.txt'),
    closed: pngFile('closed.png'),
    many,
  });
  const tokens = { open: new Set<string>(), closed: new Set<string>() };
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const kind = /\/(open|closed)_[^/]+\.png$/.exec(pathname)?.[1];
    if (kind === 'open' || kind === 'closed') tokens[kind].add(searchParams.get('token') ?? '');
  });
  const screen = recordsScreen(page);
  const dialog = page.getByRole('dialog');
  const [note = ''] = record['note'] as string[];

  await step(
    '[RL-20][API-07] files have thumbs, up to ten, and a preview; other types are downloads',
    async () => {
      await page.goto(recordsHash(mixed.id));
      await expectThumb(page, 'open');
      await expectThumb(page, 'closed');
      const image = thumb(page, 'open').locator('img');
      const source = new URL((await image.getAttribute('src')) ?? '');
      expect(source.pathname).toMatch(new RegExp(`^/api/files/${mixed.id}/${record.id}/open_\\w+\\.png$`));
      expect(Object.fromEntries(source.searchParams)).toEqual({ thumb: '100x100' });
      await expect(screen.cell(record.id, 'many').locator('.thumb')).toHaveCount(10);
      expect(await screen.cell(record.id, 'many').textContent()).toMatch(/\.\.\.$/);
      const download = page.getByRole('link', { name: `Download ${note}` });
      const address = new URL((await download.getAttribute('href')) ?? '');
      expect(address.pathname + address.search).toBe(`/api/files/${mixed.id}/${record.id}/${note}`);
      const tab = page.waitForEvent('popup');
      await download.click();
      await (await tab).close();
      // The row behind the link stays closed.
      expect(hashQuery(page)['recordId']).toBeUndefined();
    },
  );

  await step('[RL-20][API-07] only protected files get the token', async () => {
    for (const name of ['open', 'closed']) {
      await thumb(page, name).click();
      const link = dialog.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect(link).toHaveAttribute('href', name === 'open' ? /\.png$/ : /\?token=ey/);
      await closePreview(page);
    }
    expect(tokens).toEqual({ open: new Set(['']), closed: new Set([await tokenOf(page)]) });
  });
}

async function previewFiles({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  const { album, id, names } = await withFiles(backend, [
    pngFile('picture.png'),
    new File([PDF], 'paper.pdf', { type: 'application/pdf' }),
    new File([await readFile(CLIP)], 'clip.webm', { type: 'video/webm' }),
    new File([silence()], 'sound.wav', { type: 'audio/wav' }),
    ...DRAWINGS,
  ]);
  const [picture = '', paper = '', clip = '', sound = ''] = names;
  const broken = await withFiles(backend, [
    new File(['no film'], 'broken.mp4', { type: 'video/mp4' }),
    pngFile('gone.png'),
    new File([PDF], 'lost.pdf', { type: 'application/pdf' }),
  ]);
  const dialog = page.getByRole('dialog');
  // Without an answer to this request there are no live updates, which would take the deleted file off the list.
  await page.route('**/api/realtime', () => {});
  await loadAt(page, recordsHash(album.id));

  await step('[TR-22] small pictures without a thumb are shown as they are', async () => {
    for (const name of ['picture', 'drawing']) await expectThumb(page, name);
    await expect(thumb(page, 'large')).toBeVisible();
    await expect(thumb(page, 'large').locator('img')).toHaveCount(0);
  });

  await step('[RL-21][API-07] an image is shown with a link to the original, by keyboard', async () => {
    await thumb(page, picture).focus();
    await page.keyboard.press('Enter');
    const image = dialog.getByRole('img', { name: `Preview of ${picture}` });
    await expect.poll(() => widthOf(image)).toBe(1);
    await expect.poll(() => dialog.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
    const original = dialog.getByRole('link', { name: picture });
    await expect(original).toHaveAttribute('target', '_blank');
    const address = new URL((await original.getAttribute('href')) ?? '');
    expect(address.pathname).toBe(`/api/files/${album.id}/${id}/${picture}`);
    expect(address.searchParams.has('thumb')).toBe(false);
    // The file is protected: its address needs a token.
    expect((await page.request.get(address.href)).status()).toBe(200);
    expect((await page.request.get(address.origin + address.pathname)).status()).toBe(onLine(403, 404));
    await closePreview(page);
    await expect(thumb(page, picture)).toBeFocused();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(thumb(page, picture)).toBeFocused();
  });

  await step('[RL-21] PDF, video and audio are shown, and close with their list', async () => {
    await thumb(page, paper).click();
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /^blob:/);
    await closePreview(page);
    await thumb(page, clip).click();
    const video = dialog.locator('video');
    await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBe(64);
    await closePreview(page);
    await page.goto(recordsHash('_pb_users_auth_'));
    await page.goBack();
    await thumb(page, sound).click();
    const audio = dialog.locator('audio');
    await expect.poll(() => audio.evaluate((heard: HTMLAudioElement) => heard.duration)).toBeCloseTo(0.1, 1);
    await expect(dialog.getByRole('link', { name: sound })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await step('[RL-21] a file that cannot be shown has a message', async () => {
    expectedProblems.allow(/^response 404 GET \/api\/files\/\w+\/\w+\/(gone|lost)_\w+\.(png|pdf)\?token=.*$/);
    await loadAt(page, recordsHash(broken.album.id));
    await expectThumb(page, 'gone');
    // The others are deleted in the meantime.
    const path = `/api/collections/${broken.album.id}/records/${broken.id}`;
    await backend.api.patch(path, { files: broken.names.slice(0, 1) });
    for (const name of broken.names) {
      await thumb(page, name).click();
      await expect(page.getByText('Cannot preview the file.')).toBeVisible();
      await closePreview(page);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

async function renewTokens({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  const options = { maxSize: 5_242_880, isProtected: true };
  const vault = await createCollection(backend.api, {
    name: uniqueName('vault'),
    fields: [field('picture', 'file', options), field('note', 'file', options)],
  });
  await createRecord(backend.api, vault.id, { picture: pngFile('secret.png'), note: textFile('secret.txt') });
  const other = { email: `${uniqueName('files')}@example.com`, password: 'correct-horse-2' };
  await backend.api.post(ADMIN_CALLS.all, { ...other, passwordConfirm: other.password });
  const picture = thumb(page, 'secret').locator('img');
  const note = page.getByRole('link', { name: /^Download secret/ });

  await step('the token is removed when the administrator signs out', async () => {
    const first = await tokenOf(page);
    await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
    await expect(loginScreen(page).email).toBeVisible();
    expect(await tokenOf(page)).toBeNull();
    // Who signs in within a second of the last list still requests its token, which leaving the next list may abort.
    await page.reload();
    await signInByForm(page, other.email, other.password);
    await expect(recordsScreen(page).total).toBeVisible();
    await page.goto(recordsHash(vault.id));
    await expectThumb(page, 'secret');
    expect(await tokenOf(page)).not.toBe(first);
    await expect(picture).toHaveAttribute('src', new RegExp(`token=${await tokenOf(page)}`));
  });

  await step('[AU-12] protected files appear by themselves when a token is available', async () => {
    expectedProblems.allow('response 500 POST /api/files/token');
    expectedProblems.allow(/^response 40[34] GET \/api\/files\/\w+\/\w+\/secret_\w+\.png\?thumb=100x100$/);
    await page.evaluate(() => localStorage.removeItem('pb_admin_file_token'));
    await page.clock.install();
    await page.route(TOKEN_CALL, (route) => route.fulfill({ status: 500, json: {} }));
    const refused = page.waitForResponse(TOKEN_CALL);
    await loadAt(page, recordsHash(vault.id));
    await refused;
    await expect(thumb(page, 'secret')).toBeVisible();
    await expect(picture).toBeHidden();
    await page.unroute(TOKEN_CALL);
    const granted = page.waitForResponse(TOKEN_CALL);
    await page.clock.runFor(11_000);
    const { token } = await (await granted).json();
    await expect(picture).toHaveAttribute('src', new RegExp(`token=${token}`));
    await expectThumb(page, 'secret');
    await expect(note).toHaveAttribute('href', new RegExp(`token=${token}`));
  });
}

test('files are shown by their kind, and only protected ones get a token, which is renewed', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await giveTokens(flow);
  await previewFiles(flow);
  await renewTokens(flow);
});
