import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { hostileStrings } from '#tests/support/hostile.ts';
import { insertLogs } from '#tests/support/logs/entries.ts';
import { logsScreen } from '#tests/support/logs/page.ts';
import { openLog, savedFile } from '#tests/support/logs/panel.ts';

const TEXTS: Readonly<Record<string, string>> = {
  ...hostileStrings,
  terminal: '\u001b[31mred\u001b[0m\u001b[2J\u001b]0;title\u0007',
  cyclic: '{"$ref":"$","self":[Circular],"next":{"$ref":"#"}}',
  json: '{"__proto__":{"polluted":true},"a":[1,2]}',
  bidi: '\u202Egpj.exe\u2066\u2069\u200F',
};

/** Keys that would change an object, or that no object of a program has. As JSON: a literal would lose some. */
const KEYS =
  '{"__proto__":"own","constructor":{"prototype":1},"toString":"text","a-b <i>c</i>":1,"":"empty key","\\u202Egpj.exe":"rtl"}';

/** Elements and scripts that the texts would create if they were not treated as text. */
async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();
  expect(await page.locator('[onerror], [onload], [role=dialog] :is(script, img, a, i, style)').count()).toBe(
    0,
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test.beforeEach(({ page }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`);
  });
});

test('hostile texts, names and JSON stay text in the panel and whole in the file', async ({
  page,
  admin,
  backend,
}) => {
  const data = {
    ...TEXTS,
    error: hostileStrings.image,
    details: hostileStrings.script,
    nested: { ...TEXTS },
  };
  const [texts = '', keys = ''] = insertLogs(backend, [
    { message: hostileStrings.script, data },
    { message: 'keys', data: KEYS },
  ]);
  await admin.signIn();
  const { value, names, download, panel } = await openLog(page, texts);
  await expect(logsScreen(page).row(texts)).toBeVisible();
  expect(await value('message').textContent()).toBe(hostileStrings.script);
  for (const [name, text] of Object.entries(TEXTS)) {
    const shown = value(`data.${name}`);
    if (text.length > 5000) await shown.getByRole('button', { name: 'Show all' }).click();
    const content = shown.locator('code, :scope > span').first();
    expect(await content.textContent(), name).toBe(text);
  }
  expect(await value('data.error').locator('.log-error').textContent()).toBe(data.error);
  expect(await value('data.details').locator('code').textContent()).toBe(data.details);
  await value('data.nested').getByRole('button', { name: 'Show all' }).click();
  expect(JSON.parse((await value('data.nested').locator('code').textContent()) ?? '')).toEqual(TEXTS);
  // A text that goes from right to left does not reach beyond its cell.
  await expect(value('data.bidi')).toHaveCSS('unicode-bidi', 'isolate');
  await expectHarmless(page);
  const { text } = await savedFile(page, () => download.click());
  expect(text).toBe(JSON.stringify(await backend.api.get(`/api/logs/${texts}`), null, 2));

  await page.setViewportSize({ width: 360, height: 740 });
  await expectHarmless(page);
  expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

  await openLog(page, keys);
  expect((await names.allTextContents()).slice(4).toSorted()).toEqual(
    [
      'data.',
      'data.__proto__',
      'data.a-b <i>c</i>',
      'data.constructor',
      'data.toString',
      'data.\u202Egpj.exe',
    ].toSorted(),
  );
  await expect(value('data.__proto__')).toHaveText('own');
  await expect(value('data.constructor')).toContainText('"prototype": 1');
  await expectHarmless(page);
  const saved = await savedFile(page, () => download.click());
  expect(saved.text).toBe(JSON.stringify(await backend.api.get(`/api/logs/${keys}`), null, 2));
  expect(saved.text).toContain('"__proto__": "own"');
});

test('a value of 1 MB is shown in part until all of it is requested, and the file has all', async ({
  page,
  admin,
  backend,
}) => {
  const line = 'at handler (pb_hooks/main.pb.js:12:4) \u{1F41F}\n';
  const data = {
    word: 'x'.repeat(1_000_000),
    lines: line.repeat(25_000),
    list: Array.from({ length: 20_000 }, (_, index) => ({ index, name: `item ${index}` })),
  };
  const [id = ''] = insertLogs(backend, [{ message: 'm'.repeat(100_000), data }]);
  await admin.signIn();
  const { value, download, panel, close } = await openLog(page, id);
  const count = () => panel.evaluate((element) => element.querySelectorAll('*').length);
  expect(await count()).toBeLessThan(1500);
  await expect(value('data.word')).toContainText('First 5,000 of 1,000,000 characters');
  expect((await value('data.lines').locator('code').textContent())?.length).toBeLessThan(5010);
  const toggle = value('data.lines').getByRole('button', { name: /^Show/ });
  await toggle.press('Enter');
  await expect(toggle).toHaveText('Show less');
  await expect(toggle).toBeFocused();
  expect(await value('data.lines').locator('code').textContent()).toBe(data.lines);
  await value('data.list').getByRole('button', { name: 'Show all' }).click();
  expect(await value('data.list').locator('code').textContent()).toBe(JSON.stringify(data.list, null, 2));
  // So many elements would block the page: long JSON is not highlighted.
  expect(await count()).toBeLessThan(1500);
  await toggle.press('Enter');
  expect((await value('data.lines').locator('code').textContent())?.length).toBeLessThan(5010);

  const { text } = await savedFile(page, () => download.click());
  expect(text).toBe(JSON.stringify(await backend.api.get(`/api/logs/${id}`), null, 2));
  await close.click();
  await expect(panel).toHaveCount(0);
});

test('300 values are shown in two steps', async ({ page, admin, backend }) => {
  const data = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key_${index}`, { index }]));
  const [id = ''] = insertLogs(backend, [{ message: 'many', data }]);
  await admin.signIn();
  const { panel, names } = await openLog(page, id);
  await expect(names).toHaveCount(100);
  await panel.getByRole('button', { name: 'Show 204 more' }).press('Enter');
  await expect(names).toHaveCount(304);
  // The focus stays in the panel.
  expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});
