import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { insertLogs, requestLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, logsHash, logsScreen, REFUSED_FILTER, searchFor } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { tooltip } from '#tests/support/screens.ts';

const MEGABYTE = 1_000_000;

const TEXTS = {
  ...hostileStrings,
  terminal: '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J',
  isolate: '\u2066\u202e\u2067gpj.exe',
  json: '{"__proto__":{"x":1},"$ref":"#","self":"[Circular]"}',
  combining: `Z${'\u0310\u0322'.repeat(300)}`,
} as const;

test.beforeEach(({ page }) => refuseDialogs(page));

test('hostile messages, data and names stay text, and rows keep their height and order', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(...REFUSED_FILTER);
  const texts = Object.values(TEXTS);
  const ids = await onlyLogs(
    backend,
    texts.flatMap((text) => [
      requestLog(
        { url: text, error: text, details: text, referer: text, auth: text },
        { message: text, level: 8 },
      ),
      { message: '', data: { [text]: text, nested: { [text]: [text] }, error: [text] } },
    ]),
  );
  await admin.signIn();
  // High enough for all rows.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto(logsHash());
  const { row, rows, labels, top } = logsScreen(page);
  await expectLoaded(page, texts.length * 2);
  await expect(rows).toHaveCount(texts.length * 2);
  for (const [index, text] of texts.entries()) {
    const [request = '', other = ''] = ids.slice(index * 2);
    for (const id of [request, other]) {
      await expect(row(id)).toBeVisible();
      expect((await row(id).boundingBox())?.height).toBe(44);
    }
    // The browser shows the characters themselves, at most 500 of a message.
    expect(await row(request).locator('.log-message > .cell-text').textContent()).toBe(text.slice(0, 500));
    await expect(labels(request).filter({ hasText: 'error: ' })).toHaveCSS('unicode-bidi', 'isolate');
    // What follows a right-to-left text is not turned around.
    const [level, created] = [
      await row(request).locator('[data-level]').boundingBox(),
      await row(request).locator('time').boundingBox(),
    ];
    expect(level?.x).toBeLessThan(created?.x ?? 0);
  }
  await expectHarmless(page);
  await expect(top.getByRole('group', { name: 'Failing' })).toBeVisible();

  // A tooltip shows the whole text, as text.
  await row(ids[texts.indexOf(TEXTS.image) * 2] ?? '')
    .locator('.log-label.is-error')
    .hover();
  await expect(tooltip(page)).toHaveText(`error: ${TEXTS.image}`);
  // The backend refuses it as a filter, so it is searched as text.
  await searchFor(page, TEXTS.image);
  await expectLoaded(page, 1);
  await expectHarmless(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(rows.first()).toBeVisible();
  await expectHarmless(page);
});

test('entries with a megabyte of data neither slow the list down nor make the page large', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, []);
  const keys = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`key_${index}`, index]));
  const [, , keyed = ''] = insertLogs(backend, [
    requestLog({ details: 'W'.repeat(MEGABYTE), url: `/api/${'x'.repeat(MEGABYTE / 10)}` }),
    { message: 'M'.repeat(MEGABYTE), data: { big: 'B'.repeat(MEGABYTE) } },
    { message: 'keys', data: { ...keys, deep: JSON.parse('['.repeat(500) + ']'.repeat(500)) } },
  ]);
  await admin.signIn();
  await page.goto(logsHash());
  const { rows, labels } = logsScreen(page);
  await expectLoaded(page, 3);
  await expect(rows).toHaveCount(3);
  await expect(labels(keyed)).toHaveCount(6);
  const html = await page.evaluate(() => document.documentElement.outerHTML.length);
  expect(html).toBeLessThan(300_000);
  await rows.first().getByRole('checkbox').check();
  await expect(rows.first().getByRole('checkbox')).toBeChecked();
  await expectHarmless(page);
});
