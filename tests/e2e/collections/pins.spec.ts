import { collectionLinks, collectionsSidebar, createBase } from '#tests/support/collections/sidebar.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash } from '#tests/support/records/page.ts';

test('[CS-06][CS-07][ST-02] pins move collections under Pinned, survive a reload and reach other tabs', async ({
  page,
  admin,
  startSite,
  secondTab,
}) => {
  const site = await startSite();
  const one = await createBase(site.backend.api, 'one');
  const two = await createBase(site.backend.api, 'two');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await expect(collectionsSidebar(page).getByRole('heading')).toHaveCount(0);

  const pin = collectionsSidebar(page).getByRole('button', { name: 'Pin collection two', exact: true });
  await expect(pin).toHaveCSS('opacity', '0');
  await collectionsSidebar(page).getByRole('link', { name: 'two' }).hover();
  await expect(pin).toHaveCSS('opacity', '1');
  await pin.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Pin collection');
  await pin.click();

  await expect(collectionsSidebar(page).getByRole('heading')).toHaveText(['Pinned', 'Others']);
  await expect(collectionsSidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(
    ['two'],
  );
  await expect(collectionsSidebar(page).getByRole('region', { name: 'Others' }).getByRole('link')).toHaveText(
    ['users', 'one'],
  );
  expect(hashQuery(page)['collectionId']).toBe(one.id);
  const stored = () => page.evaluate(() => localStorage.getItem('@pinnedCollections'));
  expect(await stored()).toBe(JSON.stringify([two.id]));

  await page.reload();
  await expect(collectionsSidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(
    ['two'],
  );
  const tab = await secondTab(`${site.atoll.url}${recordsHash(one.id)}`);
  const unpin = collectionsSidebar(tab).getByRole('button', { name: 'Unpin collection two' });
  await unpin.hover();
  await expect(tab.getByRole('tooltip')).toHaveText('Unpin collection');
  await unpin.click();
  await expect(collectionsSidebar(tab).getByRole('heading')).toHaveCount(0);
  await expect(collectionsSidebar(page).getByRole('heading')).toHaveCount(0);
  expect(await stored()).toBe('[]');
});

test('a pin that is set or removed by keyboard keeps the focus in its new place', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const one = await createBase(site.backend.api, 'one');
  await createBase(site.backend.api, 'two');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await collectionsSidebar(page).getByRole('button', { name: 'Pin collection two' }).focus();
  await page.keyboard.press('Enter');
  const unpin = collectionsSidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('button');
  await expect(unpin).toHaveAccessibleName('Unpin collection two');
  await expect(unpin).toBeFocused();
  await page.keyboard.press('Space');
  await expect(collectionsSidebar(page).getByRole('heading')).toHaveCount(0);
  await expect(collectionsSidebar(page).getByRole('button', { name: 'Pin collection two' })).toBeFocused();
});

test('damaged or foreign pins in local storage cause no errors', async ({ page, admin, startSite }) => {
  const site = await startSite();
  await createBase(site.backend.api, 'one');
  await admin.signIn(page, site);
  for (const stored of ['{', '{"a":1}', '[1,null,"gone"]', '"text"']) {
    await page.evaluate((text) => localStorage.setItem('@pinnedCollections', text), stored);
    await page.goto(`${site.atoll.url}/#/collections`);
    await page.reload();
    await expect(collectionLinks(page)).toHaveText(['users', 'one']);
    await expect(collectionsSidebar(page).getByRole('heading')).toHaveCount(0);
  }
});
