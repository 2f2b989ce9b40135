import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { programOf } from '#scripts/test/programs.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { axeCheck } from '#tests/support/axe.ts';
import { editCurrent } from '#tests/support/collections/editor.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  pngFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { chooseMore, hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer, openRecord, panelScreen } from '#tests/support/records/panel.ts';
import { signInByForm, toasts } from '#tests/support/screens.ts';

test('[BY-40] new records begin with default values, which are set, said, cleared and removed', {
  tag: '@newer',
}, async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('tasks'),
    fields: [field('title'), field('state', 'select', { choices: ['open', 'done'] }), field('due', 'date')],
  });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const openNew = () => page.getByRole('button', { name: 'New record' }).first().click();
  const { panel, control, menu, cancel, save } = panelScreen(page);
  const dialog = page.getByRole('dialog', { name: `Default values of ${collection.name}` });
  const openDefaults = async () => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Default values…' }).click();
    await expect(dialog).toBeVisible();
  };

  await openNew();
  await control('title').fill('By {admin}');
  await panel.getByRole('combobox', { name: 'state' }).click();
  await page.getByRole('option', { name: 'open' }).click();
  await openDefaults();
  await expect(dialog).toContainText('They are kept on this device.');
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await dialog.getByRole('combobox', { name: 'due' }).click();
  await page.getByRole('option', { name: 'Today' }).click();
  await axeCheck(page);
  await dialog.getByRole('button', { name: 'Save default values' }).click();
  await expect(dialog).toHaveCount(0);
  await cancel.click();
  await answer(page, 'unsaved changes', true);

  await openNew();
  const note = panel.getByText('Filled with the default values.');
  await expect(note).toBeVisible();
  await expect(control('title')).toHaveValue(`By ${backend.adminEmail}`);
  await save.click();
  await expect(toasts(page, 'success').filter({ hasText: 'Successfully created record.' })).toBeVisible();
  expect(backend.sql(`select title, state, due from ${collection.name}`)).toEqual([
    {
      title: `By ${backend.adminEmail}`,
      state: 'open',
      due: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00:00\.000Z$/),
    },
  ]);

  await openNew();
  await openDefaults();
  // What nobody has changed keeps its placeholders.
  await expect(dialog.getByText('By {admin}').first()).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'state' }).uncheck();
  await dialog.getByRole('button', { name: 'Save default values' }).click();
  await panel.getByRole('button', { name: 'Start empty' }).click();
  await expect(control('title')).toHaveValue('');
  await expect(note).toHaveCount(0);
  await cancel.click();
  await openNew();
  await expect(panel.getByRole('combobox', { name: 'state' })).not.toContainText('open');
  await expect(control('title')).toHaveValue(`By ${backend.adminEmail}`);
  await openDefaults();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await answer(page, 'delete the template “Default values”', true);
  await expect(dialog).toHaveCount(0);
  await cancel.click();
  await openNew();
  await expect(control('title')).toHaveValue('');
});

test('[BY-42] [BY-43] records are grouped and charted, and choosing a group filters the list', {
  tag: '@newer',
}, async ({ page, admin, backend }) => {
  const { api } = backend;
  const people = await createCollection(api, {
    name: uniqueName('people'),
    fields: [field('name', 'text', { isPresentable: true })],
  });
  const ada = await createRecord(api, people.id, { name: 'Ada & Co' });
  const collection = await createCollection(api, {
    name: uniqueName('tasks'),
    fields: [
      field('state', 'select', { choices: ['open', 'done', 'never'] }),
      field('effort', 'number'),
      field('due', 'date'),
      field('owner', 'relation', { collectionId: people.id, max: 1 }),
    ],
  });
  await createRecords(api, collection.name, 12, (index) => ({
    state: index % 3 ? 'open' : 'done',
    effort: index,
    due: `2026-0${1 + (index % 2)}-10 00:00:00.000Z`,
    owner: index < 5 ? ada.id : '',
  }));
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const { rows } = recordsScreen(page);
  await expect(rows).toHaveCount(12);
  const dialog = page.getByRole('dialog', { name: 'Group and chart' });
  const lines = dialog.getByRole('table').getByRole('row');
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Field', exact: true }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };

  await chooseMore(page, 'Group and chart…');
  await expect(lines).toHaveText(['ValueRecords', 'open8', 'done4', 'never0', 'Empty0']);
  await axeCheck(page);
  await choose('owner');
  await expect(lines).toHaveText(['ValueRecords', 'Empty7', 'Ada & Co5']);
  await choose('effort');
  await expect(dialog.getByText('Mean').locator('..')).toHaveText('Mean5.5');
  await expect(dialog.getByText('Sum', { exact: true }).locator('..')).toHaveText('Sum66');
  await expect(lines).toHaveCount(13);
  await expect(dialog.getByRole('img', { name: /^effort: 12 records, from 0 to 11/ })).toBeVisible();
  await choose('due');
  await expect(dialog.getByRole('img', { name: /^due per day/ })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'By', exact: true }).click();
  await page.getByRole('option', { name: 'month' }).click();
  await expect(lines).toHaveText(['ValueRecords', /^Feb 1 – Feb 28.*6$/, /^Jan 1 – Jan 31.*6$/]);
  await axeCheck(page);
  await choose('state');
  await lines.getByRole('button', { name: 'done' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(4);
  expect(hashQuery(page)['filter']).toBe('state = "done"');

  await chooseMore(page, 'Group and chart…');
  await expect(dialog.getByText('state = "done"')).toBeVisible();
  await choose('owner');
  await expect(lines).toHaveText(['ValueRecords', /2$/, /2$/]);
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(rows).toHaveCount(12);
});

test('[BY-44] a text that is marked as Markdown has a preview, and stays as it was', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('notes'),
    fields: [field('body')],
  });
  const body =
    '# Title\n\n**bold** <img src=x onerror="alert(1)">\n\n[run](javascript:alert(1)) ![far](https://other.example/a.png) [site](https://a.example)\n';
  const { id } = await createRecord(backend.api, collection.id, { body });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const far: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('other.example')) far.push(request.url());
  });

  const editor = await editCurrent(page);
  await (await editor.openField('body')).getByRole('switch', { name: 'Markdown' }).check();
  await editor.cancel.click();
  await expect(editor.panel).toHaveCount(0);
  expect(JSON.stringify(await backend.api.get(`/api/collections/${collection.id}`))).not.toContain('arkdown');

  const { panel, control, save } = await openRecord(page, collection.id, id);
  await panel.getByRole('button', { name: 'Preview body as Markdown' }).press('Enter');
  const preview = panel.locator('[data-rich-text]');
  await expect(preview.getByRole('heading', { name: 'Title' })).toBeVisible();
  await expect(preview).toContainText('<img src=x onerror="alert(1)">');
  await expect(preview.locator('img')).toHaveCount(0);
  await expect(preview.getByRole('link')).toHaveCount(2);
  const site = preview.getByRole('link', { name: /site/ });
  await expect(site).toHaveAttribute('href', 'https://a.example/');
  await expect(site).toHaveAttribute('rel', /noopener/);
  await axeCheck(page);
  await expect(save).toBeDisabled();
  await panel.getByRole('button', { name: 'Preview body as Markdown' }).press('Enter');
  await expect(control('body')).toHaveValue(body);
  expect(far).toEqual([]);
  expect(backend.sql(`select body from ${collection.name}`)).toEqual([{ body }]);
});

const bin = programOf('0.40.6');

test.describe('a geo point', () => {
  test.skip(!existsSync(bin), 'PocketBase 0.40.6 is not there.');

  test('[BY-45] has a map that follows it, moves it by keys and clicks, and loads only what the operator has set', async ({
    page,
    startSite,
  }) => {
    const picture = Buffer.from(await pngFile('tile.png').arrayBuffer());
    const asked: string[] = [];
    const tiles = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.setHeader('Content-Type', 'image/png').end(picture);
    });
    await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
    const { port } = tiles.address() as AddressInfo;
    const { backend, atoll } = await startSite({ bin });
    const withTiles = await startAtoll({
      backendUrl: backend.url,
      env: {
        ...process.env,
        ATOLL_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
        ATOLL_TILES_CREDIT: '© <b>Makers</b>',
      },
    });
    const fields = [{ name: 'place', type: 'geoPoint' }];
    const { id } = await backend.api.post<{ id: string }>('/api/collections', {
      name: 'spots',
      type: 'base',
      fields,
    });
    const { panel, cancel, save } = panelScreen(page);
    const [latitude, longitude] = [
      panel.getByLabel('place (latitude)'),
      panel.getByLabel('place (longitude)'),
    ];
    const map = panel.getByRole('group', { name: 'Map of place' });
    const marker = map.getByRole('button', { name: /marker/ });
    const far: string[] = [];
    page.on('request', (request) => {
      const { host } = new URL(request.url());
      if (/^https?:/.test(request.url()) && host !== new URL(atoll.url).host) far.push(request.url());
    });
    const openMap = async (url: string) => {
      await page.goto(`${url}/#/login`);
      await signInByForm(page, backend.adminEmail, backend.adminPassword);
      await expect(page).toHaveURL(/#\/collections/);
      await page.goto(url + recordsHash(id));
      await page.getByRole('button', { name: 'New record' }).first().click();
      await latitude.fill('42.6970000');
      await longitude.fill('23.32');
      await panel.getByRole('button', { name: 'Map of place' }).press('Enter');
      await expect(marker).toBeVisible();
    };

    await openMap(atoll.url);
    await expect(panel).toContainText('Lines of latitude and longitude only');
    await expect(map.locator('path')).not.toHaveCount(0);
    await axeCheck(page);
    // What was typed stays until the marker is moved.
    await expect(latitude).toHaveValue('42.6970000');
    await marker.press('ArrowRight');
    await expect(longitude).not.toHaveValue('23.32');
    expect(Number(await longitude.inputValue())).toBeGreaterThan(23.32);
    await latitude.fill('-10');
    await longitude.fill('20');
    await map.click({ position: { x: 60, y: 60 } });
    await expect(latitude).not.toHaveValue('-10');
    const moved = { lat: Number(await latitude.inputValue()), lon: Number(await longitude.inputValue()) };
    expect(far).toEqual([]);
    await save.click();
    await expect(toasts(page, 'success')).toHaveText('Successfully created record.');
    const [row] = backend.sql('select place from spots');
    expect(JSON.parse(String(row?.['place']))).toEqual(moved);

    await openMap(withTiles.url);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await expect(map.locator('img.leaflet-tile-loaded')).not.toHaveCount(0);
    await expect(map).toContainText('© <b>Makers</b>');
    await cancel.click();
    await page.close();
    await withTiles.stop();
    await new Promise((resolve) => tiles.close(resolve));
  });
});
