import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

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
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.setViewportSize({ width: 2400, height: 800 });
  await page.goto(recordsHash(posts.id));
  await expect(screen.rows).toHaveCount(byText.size);
  for (const [text, id] of byText) {
    const shown = text.length > 195 ? `${text.slice(0, 195)}...` : text;
    expect(await screen.cell(id, 'text').textContent()).toBe(shown);
    expect(await screen.cell(id, 'text').locator('img, script, a').count()).toBe(0);
    await expect(screen.cell(id, 'choice').locator('.chip')).toHaveText([
      hostileStrings.script,
      hostileStrings.image,
      hostileStrings.rightToLeft,
    ]);
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

  // Tooltips are text as well: one of a whole record, one of a shortened text.
  const script = byText.get(hostileStrings.script) ?? '';
  await screen.cell(script, 'ref').getByRole('img', { name: 'Show record' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await screen
    .cell(byText.get(TEXTS.tenThousand) ?? '', 'text')
    .locator('.cell-text')
    .hover();
  await expect(page.getByRole('tooltip')).toContainText('WWW');
  await expectHarmless(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(screen.rows.first()).toBeVisible();
  await expectHarmless(page);
});

test('a right-to-left override ends with its value', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('bidi'),
    schema: [
      field('ref', 'relation', { options: { collectionId: '_pb_users_auth_', maxSelect: 5 } }),
      field('tags', 'select', { options: { maxSelect: 2, values: ['\u202Egpj.exe', 'after'] } }),
    ],
  });
  const record = await createRecord(backend.api, collection.id, { tags: ['\u202Egpj.exe', 'after'] });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const chips = recordsScreen(page).cell(record.id, 'tags').locator('.chip');
  await expect(chips).toHaveCount(2);
  const [first, second] = [await chips.nth(0).boundingBox(), await chips.nth(1).boundingBox()];
  expect(first?.x ?? 0).toBeLessThan(second?.x ?? 0);
  await expect(chips.nth(0)).toHaveCSS('unicode-bidi', 'isolate');
});

test('a javascript: address is never a link', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('links'),
    schema: [field('site', 'url')],
  });
  const record = await createRecord(backend.api, collection.id, { site: 'https://example.com' });
  await admin.signIn();
  // The backend would refuse these values, but older data or other clients can contain them.
  for (const site of [
    'javascript:window.__pwned=1',
    ' JaVaScRiPt:window.__pwned=1',
    'java\nscript:window.__pwned=1',
    'data:text/html,<script>window.__pwned=1</script>',
    'vbscript:x',
    '//evil.example',
  ]) {
    await page.route(
      (url) => url.pathname.includes(collection.id) && url.searchParams.get('perPage') === '40',
      async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        body.items[0].site = site;
        await route.fulfill({ response, json: body });
      },
    );
    await page.goto('about:blank');
    await page.goto(recordsHash(collection.id));
    const cell = recordsScreen(page).cell(record.id, 'site');
    await expect(cell).toContainText(site.trim().slice(0, 4));
    expect(await cell.getByRole('link').count(), site).toBe(0);
    await page.unrouteAll();
  }
  await expectHarmless(page);
});

test('hostile names of collections, fields and files stay text', async ({ page, admin, backend, axe }) => {
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
  await axe();
  // An id can begin with these letters too.
  expect(requested.filter((path) => /\/up(%20)?$/.test(path))).toEqual([]);
});
