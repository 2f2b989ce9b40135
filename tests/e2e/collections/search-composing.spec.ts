import { compose } from '#tests/support/composing.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test('Escape during a composition keeps the search, Escape after it clears the search', async ({
  page,
  admin,
  backend,
}) => {
  for (let index = 0; index < 6; index++) {
    await createCollection(backend.api, { name: uniqueName('isle'), schema: [field('title', 'text')] });
  }
  await admin.signIn();
  await page.goto('/#/collections');
  const search = page.getByRole('textbox', { name: 'Search collections' });
  await search.fill('isle');
  await compose(page, 'に');
  await expect(search).toHaveValue('isleに');
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('isleに');
  await search.blur();
  await search.press('Escape');
  await expect(search).toHaveValue('');
});
