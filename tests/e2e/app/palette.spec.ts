import { createRecord, createTitles } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import { appSidebar, hashOf } from '#tests/support/screens.ts';

test('Ctrl+K runs the actions of the screen and opens collections, screens, themes and records; ? lists the keys', {
  tag: '@newer',
}, async ({ page, admin, backend, step }) => {
  const posts = await createTitles(backend.api, 2);
  const other = await createTitles(backend.api, 1);
  const hidden = await createRecord(backend.api, other.id, { title: 'far away' });
  await admin.signIn();
  const sendEditor = await holdBack(page, /\/assets\/FilterEditor\.[\w-]+\.js$/);
  await page.goto(recordsHash(posts.id));
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(2);
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const input = palette.getByRole('combobox');
  const best = palette.getByRole('option').first();
  const choose = async (text: string, title: string) => {
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    await page.keyboard.type(text);
    await expect(best).toHaveText(title);
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
  };

  await step('from a field, too, and Escape returns there, or to the editor that replaced it', async () => {
    await screen.search.focus();
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    sendEditor();
    await expect(page.locator('form .ace_text-input')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(palette).toHaveCount(0);
    await expect(screen.search).toBeFocused();
  });

  await step(
    'what is typed before its code is there arrives in it, and does nothing in the page',
    async () => {
      const sendPalette = await holdBack(page, /\/assets\/PaletteHost\.[\w-]+\.js$/);
      await page.reload();
      await screen.rows.first().focus();
      // The keys of the page have started: its menu is one tab stop.
      await expect(appSidebar(page).getByRole('link', { name: 'Settings' })).toHaveAttribute(
        'tabindex',
        '-1',
      );
      await presses(page, 'Control+k j ? Shift+A Enter');
      sendPalette();
      await expect(input).toBeFocused();
      await expect(input).toHaveValue('j?A');
      await expect(page.getByRole('dialog')).toHaveCount(1);
      expect(hashQuery(page)).toEqual({ collectionId: posts.id });
      await presses(page, 'Control+k b');
      await expect(input).toHaveValue('j?Ab');
      await page.keyboard.press('Escape');
      await expect(palette).toHaveCount(0);
    },
  );

  await step('collections, actions, themes', async () => {
    await choose(other.name, other.name);
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
    await choose('new rec', 'New record');
    await expect(page.getByRole('dialog', { name: `New ${other.name} record` })).toBeVisible();
    await choose('cancel', 'Cancel');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await choose('dark', 'Dark theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'atoll-dark');
  });

  await step('a record by its id, although another collection is on screen', async () => {
    await choose(posts.name, posts.name);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(hidden.id);
    await expect(palette.getByRole('option')).toHaveText([new RegExp(`${other.name}$`)]);
    await page.keyboard.press('Enter');
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: other.id, recordId: hidden.id });
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'title' })).toHaveValue('far away');
    await page.keyboard.press('Escape');
  });

  await step('what was used is offered first; nothing found is said', async () => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByText('Recent')).toBeVisible();
    await expect(best).toHaveText(posts.name);
    await page.keyboard.type('zzzzzz');
    await expect(palette.getByRole('status')).toHaveText('Nothing found.');
    await input.fill('mail sett');
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toBe('#/settings/mail');
  });

  await step('the list of keys opens by ?, but not from a field', async () => {
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('textbox', { name: 'Sender name' }).press('?');
    await expect(keys).toHaveCount(0);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await expect(keys).toBeVisible();
    await keys.getByRole('switch', { name: 'Use the single characters / and ?' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    await expect(keys).toHaveCount(0);
  });
});
