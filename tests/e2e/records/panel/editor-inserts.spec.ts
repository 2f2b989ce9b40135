import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { saveButton } from '#tests/support/records/panel.ts';
import { contentOf, createArticles, openRich, saveAndRead, tool } from '#tests/support/records/rich-text.ts';

for (const convertUrls of [true, false]) {
  test(`[RF-11] convertUrls ${convertUrls ? 'strips' : 'off keeps'} the domain of inserted addresses`, async ({
    page,
    admin,
    backend,
    atoll,
  }) => {
    const articles = await createArticles(backend.api, { convertUrls });
    const old = `<p><a href="${atoll.url}/old">old</a></p>`;
    const article = await createRecord(backend.api, articles.id, { title: 'x', body: old });
    await admin.signIn();
    const panel = await openRich(page, articles, article);
    await contentOf(panel).press('ControlOrMeta+End');
    await page.keyboard.press('Enter');
    for (const url of [`${atoll.url}/own?a=1`, 'https://example.com/other']) {
      await tool(panel, 'Insert/edit link').click();
      const dialog = page.getByRole('dialog', { name: 'Insert/Edit Link' });
      await dialog.getByLabel('URL').fill(url);
      await dialog.getByLabel('Text to display').fill('link');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('Enter');
    }
    const body = String(await saveAndRead(backend, panel, article));
    // Text that was already there does not count as inserted.
    expect(body).toContain(`href="${atoll.url}/old"`);
    expect(body).toContain(convertUrls ? 'href="/own?a=1"' : `href="${atoll.url}/own?a=1"`);
    expect(body).toContain('href="https://example.com/other"');
  });
}

test('[FP-06] [FP-07] an image of a collection can be inserted in a chosen size', async ({
  page,
  admin,
  backend,
  atoll,
  axe,
}) => {
  const photos = await createCollection(backend.api, {
    name: uniqueName('aaa_photos'),
    schema: [field('file', 'file', { options: { maxSelect: 3, thumbs: ['50x50', '0x20f'] } })],
  });
  const photo = await createRecord(backend.api, photos.id, { file: [pngFile('one.png')] });
  const [name = ''] = [photo['file']].flat().map(String);
  const articles = await createArticles(backend.api);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  const openPicker = async () => {
    await tool(panel, 'Insert image').click();
    await page.getByRole('menuitem', { name: 'From collection' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select an image' });
    await dialog.getByRole('button', { name: photos.name }).click();
    return dialog;
  };
  await contentOf(panel).press('End');
  const dialog = await openPicker();
  const insert = dialog.getByRole('button', { name: 'Insert', exact: true });
  await expect(insert).toBeDisabled();
  await expect(dialog.getByLabel('Size')).toHaveCount(0);
  const tile = dialog.getByRole('button', { name });
  await tile.click();
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await expect(insert).toBeEnabled();
  const size = dialog.getByLabel('Size');
  await expect(size.locator('option')).toHaveText([
    'Original size',
    '100x100 thumb',
    '50x50 thumb',
    '0x20f thumb',
  ]);
  await expect(size).toHaveValue('');
  await axe();
  await size.selectOption('50x50 thumb');
  await insert.click();
  await expect(dialog).toBeHidden();
  const url = `${atoll.url}/api/files/${photos.id}/${photo.id}/${name}`;
  await expect(contentOf(panel).locator('img')).toHaveAttribute('src', `${url}?thumb=50x50`);
  expect(await saveAndRead(backend, panel, article)).toBe(
    `<p>Hello<img src="${url}?thumb=50x50" alt="${name}"></p>`,
  );

  const again = await openRich(page, articles, article);
  const second = await openPicker();
  await second.getByRole('button', { name }).click();
  await second.getByRole('button', { name: 'Cancel' }).click();
  await expect(second).toBeHidden();
  await expect(saveButton(again)).toBeDisabled();
  const third = await openPicker();
  await third.getByRole('button', { name }).click();
  await third.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(contentOf(again).locator(`img[src="${url}"]`)).toHaveCount(1);
});

test('[RF-11] an image from this device is embedded in the text', async ({ page, admin, backend }) => {
  const articles = await createArticles(backend.api);
  const article = await createRecord(backend.api, articles.id, { title: 'x', body: '<p>Hello</p>' });
  await admin.signIn();
  const panel = await openRich(page, articles, article);
  await contentOf(panel).press('End');
  await tool(panel, 'Insert image').click();
  await page.getByRole('menuitem', { name: 'Inline' }).click();
  const dialog = page.getByRole('dialog', { name: /Insert\/Edit Image/i });
  const chooser = page.waitForEvent('filechooser');
  await dialog.locator('.tox-browse-url').click();
  const png = Buffer.from(await pngFile().arrayBuffer());
  await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: png });
  await expect(dialog.getByLabel('Alternative description')).toHaveValue('dot.png');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(await saveAndRead(backend, panel, article)).toContain(
    `src="data:image/png;base64,${png.toString('base64')}"`,
  );
});
