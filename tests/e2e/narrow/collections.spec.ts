import { collectionTitle } from '#tests/support/collections/editor.ts';
import { collectionsSidebar, createBase, importCollections } from '#tests/support/collections/sidebar.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { appSidebar, frame } from '#tests/support/screens.ts';
import { expectReachable, PHONE } from '#tests/support/small-screen.ts';

test.use(PHONE);

test('at 360 px the drawer finds, pins and opens collections', async ({ page, admin, backend }) => {
  const apple = await createBase(backend.api, 'apple');
  await importCollections(backend.api, 6);
  await admin.signIn();
  await page.goto(recordsHash(apple.id));
  await expect(collectionTitle(page)).toHaveText('apple');
  const drawer = collectionsSidebar(page);
  const opener = frame(page, 'collections').getByRole('button', { name: 'Show collections' });
  const current = drawer.locator('[aria-current]');
  await expect(drawer).toBeHidden();
  await opener.tap();
  await expect(current).toBeFocused();
  await expect(current).toHaveText('apple');
  await expectReachable(drawer);

  const search = drawer.getByRole('textbox', { name: 'Search collections' });
  await search.fill('nothing like it');
  await expect(drawer.getByRole('status')).toHaveText('No collections found.');
  await expectReachable(drawer);
  await drawer.getByRole('button', { name: 'Clear search' }).tap();
  await expect(search).toHaveValue('');
  await search.fill('item_003');
  await expect(drawer.getByRole('link')).toHaveText(['item_003']);
  const pin = drawer.getByRole('button', { name: 'Pin collection item_003', exact: true });
  const unpin = drawer.getByRole('button', { name: 'Unpin collection item_003', exact: true });
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await pin.tap();
  await expect(unpin).toHaveAttribute('aria-pressed', 'true');
  await expect(drawer.getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(['item_003']);
  // Escape first clears the search, then closes the drawer.
  await search.press('Escape');
  await expect(search).toHaveValue('');
  await expect(drawer.getByRole('button', { pressed: true })).toHaveCount(1);
  await expect(drawer.locator('[aria-pressed=false]')).toHaveCount(7);
  await expectReachable(drawer);
  await search.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.tap();
  await drawer.getByRole('link', { name: 'item_003' }).tap();
  await expect(drawer).toBeHidden();
  await expect(collectionTitle(page)).toHaveText('item_003');
  await expect(current).toHaveText('item_003');
  await page.goBack();
  await expect(collectionTitle(page)).toHaveText('apple');
  await opener.tap();
  await expect(current).toHaveText('apple');
  await expect(current).toHaveAttribute('aria-current', 'page');
  await unpin.tap();
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  await expect(drawer.getByRole('heading')).toHaveCount(0);
  await page.getByRole('button', { name: 'Close menu' }).tap({ position: { x: 340, y: 300 } });
  await expect(drawer).toBeHidden();
  await expect(appSidebar(page).getByRole('link', { name: 'Collections' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});
