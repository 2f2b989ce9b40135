import { setRules } from '#tests/support/collections/saving.ts';
import {
  AUTH_TABS,
  chooseTab,
  closeDocs,
  content,
  docs,
  openDocs,
  RECORD_TABS,
  sample,
  tab,
  tabList,
} from '#tests/support/docs/api-docs.ts';
import { createBlog } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';

test('[DC-01] with the keyboard only: open, move through the tabs, read, close', async ({
  page,
  admin,
  backend,
}) => {
  const { users } = await createBlog(backend.api);
  await admin.signIn();
  await page.goto(recordsHash(users.id));
  const button = page.getByRole('button', { name: 'API Preview' });
  await expect(button).toBeVisible();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(docs(page)).toBeFocused();
  await expect(tab(page, 'List/Search')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(docs(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tab(page, 'List/Search')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tab(page, 'View')).toBeFocused();
  await expect(content(page, 'View').getByRole('heading', { name: `View (${users.name})` })).toBeVisible();
  await page.keyboard.press('End');
  await expect(tab(page, 'Unlink OAuth2 account')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(tab(page, 'List/Search')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(tab(page, 'List/Search')).toHaveAttribute('aria-selected', 'true');
  await expect(content(page, 'List/Search').getByRole('heading', { name: 'Responses' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(docs(page).getByRole('tab', { name: 'JavaScript' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(docs(page).getByRole('tab', { name: 'Dart' })).toBeFocused();
  await expect(sample(content(page, 'List/Search'), 'dart')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(docs(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('[DC-01][DC-02][DC-05] axe finds nothing in the docs, in both themes', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  // axe is slow on pages of this length.
  test.setTimeout(120_000);
  const blog = await createBlog(backend.api);
  await setRules(backend, blog.posts, { listRule: '@request.auth.id != ""' });
  await admin.signIn();
  for (const [kind, titles] of [
    ['posts', ['List/Search', 'Realtime']],
    ['users', ['Create', 'Unlink OAuth2 account']],
  ] as const) {
    await openDocs(page, blog[kind]);
    for (const title of titles) {
      await test.step(`${title} of ${kind}`, async () => {
        const panel = await chooseTab(page, title);
        if (title === 'List/Search') await panel.getByRole('button', { name: 'Show details' }).click();
        await expect(sample(panel).locator('.hljs-string').first()).toBeVisible();
        await axe('[role=dialog]');
      });
    }
    await closeDocs(page);
  }
});

test('[DC-01] at 360 px a select replaces the tabs and nothing scrolls sideways', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { users } = await createBlog(backend.api);
  await admin.signIn();
  await openDocs(page, users);
  await expect(tabList(page)).toBeHidden();
  const section = docs(page).getByRole('combobox', { name: 'Section' });
  expect((await section.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  for (const title of [...RECORD_TABS, ...AUTH_TABS]) {
    await section.selectOption({ label: title });
    const panel = docs(page).getByRole('heading', { name: `${title} (${users.name})` });
    await expect(panel).toBeVisible();
    await expect(docs(page).getByRole('heading', { name: 'Responses' })).toBeAttached();
    const overflow = await docs(page).evaluate((dialog) =>
      [dialog, ...dialog.querySelectorAll('*')]
        .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
        .map((one) => one.outerHTML.slice(0, 200)),
    );
    expect(overflow, title).toEqual([]);
  }
  await axe('[role=dialog]');
});
