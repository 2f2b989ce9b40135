import type { Locator } from '@playwright/test';
import {
  chooseOption,
  collectionEditor,
  collectionHash,
  confirmChanges,
  editCurrent,
  editListed,
  infoTexts,
  openNew,
} from '#tests/support/collections/editor.ts';
import { storedFields } from '#tests/support/collections/saving.ts';
import {
  createBlog,
  createCollection,
  createRecord,
  field,
  pngFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[FO-01][FO-02][FO-03][FO-04][FO-05][FO-15][FO-16] options of text, number, email, url, editor, date and JSON', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('optioned');
  await editor.name.fill(name);

  await test.step('text', async () => {
    await editor.addField('Plain text', 'text');
    const row = await editor.openField('text');
    const min = row.getByLabel('Min length');
    const max = row.getByLabel('Max length');
    await expect(min).toHaveAttribute('aria-valuemin', '0');
    await expect(min).toHaveAttribute('inputmode', 'numeric');
    await expect(max).toHaveAttribute('aria-valuemin', '0');
    await expect(max).toHaveAttribute('inputmode', 'numeric');
    await min.fill('3');
    await expect(max).toHaveAttribute('aria-valuemin', '3');
    await max.fill('30');
    const pattern = row.getByLabel('Regex pattern');
    await expect(pattern).toHaveAttribute('placeholder', 'Valid Go regular expression, eg. ^\\w+$');
    await pattern.fill('^[a-z]+$');
  });
  await test.step('number', async () => {
    await editor.addField('Number', 'number');
    const row = await editor.openField('number');
    await row.getByLabel('Min', { exact: true }).fill('-1.5');
    await expect(row.getByLabel('Max', { exact: true })).toHaveAttribute('aria-valuemin', '-1.5');
    await row.getByLabel('Min', { exact: true }).fill('-2');
    const max = row.getByLabel('Max', { exact: true });
    await max.fill('2,500');
    await max.blur();
    await expect(max).toHaveAccessibleDescription(/^2,500 can be read as 2500 or 2\.500/);
    await max.fill('20');
    await row.getByRole('switch', { name: 'No decimals' }).check();
    expect(await infoTexts(row)).toContain('Existing decimal numbers will not be affected.');
  });
  for (const [label, key] of [
    ['Email', 'email'],
    ['Url', 'url'],
  ] as const) {
    await test.step(key, async () => {
      await editor.addField(label, key);
      const row = await editor.openField(key);
      const except = row.getByLabel('Except domains');
      const only = row.getByLabel('Only domains');
      await expect(row.getByText('Use comma as separator.')).toHaveCount(2);
      const infos = await infoTexts(row);
      expect(infos).toContain('This field is disabled if "Only domains" is set.');
      expect(infos).toContain('This field is disabled if "Except domains" is set.');
      await only.fill('a.com');
      await expect(except).toBeDisabled();
      await only.fill('');
      await expect(except).toBeEnabled();
      await except.fill('x.com,y.com');
      await expect(only).toBeDisabled();
      await except.blur();
      await expect(except).toHaveValue('x.com, y.com');
    });
  }
  await test.step('editor', async () => {
    await editor.addField('Rich editor', 'editor');
    const row = await editor.openField('editor');
    await row.getByRole('switch', { name: 'Strip urls domain' }).check();
    expect(await infoTexts(row)).toContain('domain');
  });
  await test.step('json', async () => {
    await editor.addField('JSON', 'json');
    const row = await editor.openField('json');
    const size = row.getByLabel('Max size (bytes)');
    await expect(size).toHaveValue('2000000');
    await expect(size).toHaveAttribute('aria-valuemin', '0');
    await expect(size).toHaveAttribute('inputmode', 'numeric');
    const help = row.getByText(/a plain string that is the text of a JSON value/);
    await expect(help).toBeHidden();
    await row.getByText('String value normalizations').click();
    await expect(help).toBeVisible();
    await row.getByText('String value normalizations').click();
    await expect(help).toBeHidden();
    await size.fill('1234');
  });
  await test.step('date', async () => {
    await editor.addField('DateTime', 'date');
    const row = await editor.openField('date');
    const min = row.getByLabel('Min date (UTC)');
    await min.fill('2026-01-02 03:04:05.000Z');
    await expect(min).toHaveValue('2026-01-02 03:04:05');
    // Sent in UTC, like all dates.
    await min.fill('2026-01-02T08:04:05+05:00');
    await row.getByLabel('Max date (UTC)').fill('2026-12-31 23:59:59');
  });
  await test.step('date limits are picked from a calendar as whole days, and none is dropped silently', async () => {
    await editor.addField('DateTime', 'due');
    const row = await editor.openField('due');
    for (const [limit, value, picked] of [
      ['Min date', '2026-01-02', '2026-01-15 00:00:00'],
      ['Max date', '2027-01-02', '2027-01-15 23:59:59'],
    ] as const) {
      const input = row.getByLabel(`${limit} (UTC)`);
      await input.fill(value);
      await row.getByRole('button', { name: `Choose ${limit}` }).click();
      const calendar = page.getByRole('dialog', { name: `Calendar of ${limit}` });
      await calendar.locator('calendar-month button', { hasText: /^15$/ }).click();
      await expect(input).toHaveValue(picked);
      await expect(row.getByRole('button', { name: `Choose ${limit}` })).toBeFocused();
    }
    const max = row.getByLabel('Max date (UTC)');
    await row.getByRole('button', { name: 'Clear Max date' }).click();
    await expect(max).toHaveValue('');
    await expect(max).toBeFocused();
    await max.fill('31.12.2027');
    await editor.save.click();
    await expect(max).toHaveAccessibleDescription('Enter a valid date.');
    await expect(max).toBeFocused();
    await max.fill('2027-12-31 08:30');
  });
  await editor.addField('JSON', 'json_default');
  await editor.addField('Plain text', 'text_default');
  await editor.save.click();
  await expect(editor.panel).toBeHidden();

  let fields = await storedFields(backend.api, name);
  const options = (key: string) => fields[key]?.options;
  expect(options('text')).toEqual({ min: 3, max: 30, pattern: '^[a-z]+$' });
  expect(options('number')).toEqual({ min: -2, max: 20, noDecimal: true });
  expect(options('email')).toEqual({ exceptDomains: ['x.com', 'y.com'], onlyDomains: [] });
  expect(options('url')).toEqual({ exceptDomains: ['x.com', 'y.com'], onlyDomains: [] });
  expect(options('editor')).toEqual({ convertUrls: true });
  expect(options('date')).toEqual({ min: '2026-01-02 03:04:05.000Z', max: '2026-12-31 23:59:59.000Z' });
  expect(options('due')).toEqual({ min: '2026-01-15 00:00:00.000Z', max: '2027-12-31 08:30:00.000Z' });
  expect(options('json')).toEqual({ maxSize: 1234 });
  expect(options('json_default')).toEqual({ maxSize: 2_000_000 });
  expect(options('text_default')).toEqual({ min: null, max: null, pattern: '' });

  await test.step('the options are read again and changed', async () => {
    await editCurrent(page);
    const date = await editor.openField('date');
    await expect(date.getByLabel('Min date (UTC)')).toHaveValue('2026-01-02 03:04:05');
    await date.getByLabel('Max date (UTC)').fill('');
    const text = await editor.openField('text');
    await expect(text.getByLabel('Min length')).toHaveValue('3');
    await text.getByLabel('Min length').fill('');
    await text.getByLabel('Regex pattern').fill('');
    const number = await editor.openField('number');
    await number.getByLabel('Min', { exact: true }).fill('-2.5');
    await number.getByLabel('Max', { exact: true }).fill('');
    await number.getByRole('switch', { name: 'No decimals' }).uncheck();
    const email = await editor.openField('email');
    await expect(email.getByLabel('Except domains')).toHaveValue('x.com, y.com');
    await email.getByLabel('Except domains').fill('');
    await email.getByLabel('Only domains').fill('z.org');
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    fields = await storedFields(backend.api, name);
    expect(options('date')).toEqual({ min: '2026-01-02 03:04:05.000Z', max: '' });
    expect(options('text')).toEqual({ min: null, max: 30, pattern: '' });
    expect(options('number')).toEqual({ min: -2.5, max: null, noDecimal: false });
    expect(options('email')).toEqual({ exceptDomains: [], onlyDomains: ['z.org'] });
  });
});

const pasteInto = (input: Locator, text: string) =>
  input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('[TR-16][TR-39][CE-01][FO-06][FO-07][FO-08][FO-09][FO-10][FO-11][FO-12][FO-13][FO-14][FO-16] options of select, file and relation', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { posts, categories } = await createBlog(backend.api);
  // A list with more than five items can be searched.
  await createBlog(backend.api);
  const view = await createCollection(backend.api, {
    name: uniqueName('looked'),
    type: 'view',
    options: { query: `select id from ${posts.name}` },
  });
  const choosing = await createCollection(backend.api, {
    name: uniqueName('choosing'),
    schema: [field('size', 'select', { options: { maxSelect: 1, values: ['S, M', 'L', 'XL'] } })],
  });
  const sized = await createRecord(backend.api, choosing.id, { size: 'L' });
  await page.goto(collectionHash(posts.id));
  const editor = await openNew(page);
  const name = uniqueName('optioned');
  const nestedName = uniqueName('nested');
  await editor.name.fill(name);

  await test.step('select: choices, Single and Multiple, Max select', async () => {
    expectedProblems.allow('response 400 POST /api/collections');
    await editor.addField('Select', 'choice');
    const row = await editor.openField('choice');
    const choices = row.getByLabel('Choices');
    await expect(choices).toHaveAttribute('placeholder', 'Choices: eg. optionA, optionB');
    await expect(choices).toHaveAttribute('required');
    await expect(row.getByRole('radio', { name: 'Single' })).toBeChecked();
    await expect(row.getByLabel('Max select')).toHaveCount(0);
    await editor.save.click();
    await expect(row.getByText('Cannot be blank.')).toBeVisible();
    // Lines of a column are one choice each, behind what is there.
    await choices.fill('first');
    await pasteInto(choices, 'Red\nOff-white, matt\n');
    await expect(choices).toHaveValue('first, Red, "Off-white, matt"');
    await choices.press('ControlOrMeta+z');
    await expect(choices).toHaveValue('first');
    await choices.fill('one ,two,  three,,two,four with space');
    await choices.blur();
    await expect(choices).toHaveValue('one, two, three, four with space');
    await row.getByRole('radiogroup').getByText('Multiple').click();
    await expect(row.getByRole('radio', { name: 'Multiple' })).toBeChecked();
    const max = row.getByLabel('Max select');
    await expect(max).toHaveValue('4');
    await expect(max).toHaveAttribute('required');
    await expect(max).toHaveAttribute('aria-valuemin', '2');
    await expect(max).toHaveAttribute('inputmode', 'numeric');
    await max.fill('2.5');
    await editor.save.click();
    await expect(row.getByText('Must be a whole number.')).toBeVisible();
    await max.fill('3');

    await editor.addField('Select', 'one_of_one');
    const second = await editor.openField('one_of_one');
    await second.getByLabel('Choices').fill('alone');
    await second.getByRole('radiogroup').getByText('Multiple').click();
    await expect(second.getByLabel('Max select')).toHaveValue('2');
    await second.getByRole('radiogroup').getByText('Single').click();
  });

  const presets: Record<string, string[]> = {
    'Images (jpg, png, svg, gif, webp)': [
      'image/jpeg',
      'image/png',
      'image/svg+xml',
      'image/gif',
      'image/webp',
    ],
    'Documents (pdf, doc/docx, xls/xlsx)': [
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    'Videos (mp4, avi, mov, 3gp)': ['video/mp4', 'video/x-ms-wmv', 'video/quicktime', 'video/3gpp'],
    'Archives (zip, 7zip, rar)': [
      'application/zip',
      'application/x-7z-compressed',
      'application/x-rar-compressed',
    ],
  };
  await test.step('file: types, presets, thumbs, size, number, protection', async () => {
    await editor.addField('File', 'upload');
    const row = await editor.openField('upload');
    const types = row.getByRole('combobox', { name: 'Allowed mime types' });
    await expect(types).toHaveText('No restriction');
    await types.click();
    await page.getByRole('combobox', { name: 'Search Allowed mime types' }).fill('jpeg');
    await expect(page.getByRole('option', { name: '.jpg image/jpeg' })).toBeVisible();
    await page.getByRole('option', { name: '.jpg image/jpeg' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
    await expect(row.getByRole('button', { name: 'Remove .jpg image/jpeg' })).toBeVisible();
    await pasteInto(types, 'image/png\napplication/x-own');
    await expect(row.getByRole('button', { name: 'Remove application/x-own' })).toBeVisible();
    const names = () =>
      row
        .getByRole('button', { name: /^Remove / })
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(' ').at(-1)));
    for (const [label, expected] of Object.entries(presets)) {
      await row.getByRole('button', { name: 'Choose presets' }).click();
      await expect(page.getByRole('menuitem')).toHaveText(Object.keys(presets));
      await page.getByRole('menuitem', { name: label }).click();
      await expect.poll(names).toEqual(expected);
    }
    const thumbs = row.getByLabel('Thumb sizes');
    await expect(thumbs).toHaveAttribute('placeholder', 'eg. 50x50, 480x720');
    const infos = await infoTexts(row);
    expect(infos).toContain('100x100');
    expect(infos).toContain('lazily');
    await thumbs.fill('50x50,480x720f');
    await row.getByText('Supported formats').click();
    for (const format of ['WxH', 'WxHt', 'WxHb', 'WxHf', '0xH', 'Wx0']) {
      await expect(row.getByText(format, { exact: true })).toBeVisible();
    }
    const formats = row.getByRole('listitem');
    await expect(formats).toHaveCount(6);
    await expect(formats.nth(1)).toContainText('top');
    await expect(formats.nth(3)).toContainText('fit');
    const size = row.getByLabel('Max file size');
    await expect(size).toHaveValue('5242880');
    await expect(size).toHaveAttribute('aria-valuemin', '0');
    await expect(size).toHaveAttribute('inputmode', 'numeric');
    await size.fill('99999');
    await row.getByRole('radiogroup').getByText('Multiple').click();
    const max = row.getByLabel('Max select');
    await expect(max).toHaveValue('99');
    await expect(max).toHaveAttribute('aria-valuemin', '2');
    await expect(max).toHaveAttribute('required');
    await row.getByRole('switch', { name: 'Protected' }).check();
    await expect(row.getByRole('link', { name: '(Learn more)' })).toHaveAttribute('href', /protected-files/);
    await editor.addField('File', 'plain');
    await editor.addField('File', 'hidden');
    const hidden = await editor.openField('hidden');
    await hidden.getByRole('switch', { name: 'Protected' }).check();
  });

  await test.step('relation: target, nested new collection, numbers, cascade', async () => {
    await editor.addField('Relation', 'parent');
    const row = await editor.openField('parent');
    const target = row.getByRole('combobox', { name: 'Select collection', exact: true });
    await expect(target).toHaveText('Select collection *');
    await expect(target).toHaveAttribute('aria-required', 'true');
    await target.click();
    const search = page.getByRole('combobox', { name: 'Search Select collection' });
    await search.fill(view.name);
    await expect(page.getByText('No collections found')).toBeVisible();
    await search.fill(categories.name);
    await page.getByRole('option', { name: categories.name, exact: true }).click();
    await expect(target).toHaveText(categories.name);

    await row.getByRole('button', { name: '+ New collection' }).click();
    await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(2);
    const nested = collectionEditor(page);
    await nested.name.fill(nestedName);
    await nested.addField('Plain text', 'inner');
    await nested.save.click();
    await expect(page.getByRole('dialog', { name: 'New collection' })).toHaveCount(1);
    await expect(target).toHaveText(nestedName);
    await expect(editor.name).toHaveValue(name);

    await expect(row.getByRole('radio', { name: 'Single' })).toBeChecked();
    await expect(row.getByLabel('Min select')).toHaveCount(0);
    await row.getByRole('radiogroup').getByText('Multiple').click();
    const min = row.getByLabel('Min select');
    const max = row.getByLabel('Max select');
    await expect(min).toHaveAttribute('placeholder', 'No min limit');
    await expect(min).toHaveAttribute('aria-valuemin', '1');
    await expect(max).toHaveAttribute('placeholder', 'No max limit');
    await expect(max).toHaveAttribute('aria-valuemin', '2');
    await expect(max).toHaveValue('');
    await min.fill('3');
    await expect(max).toHaveAttribute('aria-valuemin', '3');
    const cascade = row.getByRole('combobox', { name: 'Cascade delete' });
    await expect(cascade).toHaveText('False');
    expect(await infoTexts(row)).toContain('deleted');
    await chooseOption(cascade, 'True');

    await editor.addField('Relation', 'single');
    const second = await editor.openField('single');
    await chooseOption(
      second.getByRole('combobox', { name: 'Select collection', exact: true }),
      categories.name,
    );
    await second.getByRole('radiogroup').getByText('Multiple').click();
    await second.getByLabel('Min select').fill('2');
    await second.getByRole('radiogroup').getByText('Single').click();
  });

  await test.step('they are stored', async () => {
    await editor.save.click();
    await expect(editor.panel).toBeHidden();
    const fields = await storedFields(backend.api, name);
    expect(fields['choice']?.options).toEqual({
      maxSelect: 3,
      values: ['one', 'two', 'three', 'four with space'],
    });
    expect(fields['one_of_one']?.options).toEqual({ maxSelect: 1, values: ['alone'] });
    expect(fields['upload']?.options).toEqual({
      mimeTypes: presets['Archives (zip, 7zip, rar)'],
      thumbs: ['50x50', '480x720f'],
      maxSelect: 99,
      maxSize: 99_999,
      protected: true,
    });
    expect(fields['plain']?.options).toEqual({
      mimeTypes: [],
      thumbs: [],
      maxSelect: 1,
      maxSize: 5_242_880,
      protected: false,
    });
    const created = await backend.api.get<{ id: string }>(`/api/collections/${nestedName}`);
    expect(fields['parent']?.options).toEqual({
      collectionId: created.id,
      cascadeDelete: true,
      minSelect: 3,
      maxSelect: null,
      displayFields: null,
    });
    expect(fields['single']?.options).toMatchObject({
      collectionId: categories.id,
      cascadeDelete: false,
      minSelect: null,
      maxSelect: 1,
    });

    // A protected file needs a short-lived token.
    const record = await createRecord(backend.api, name, { hidden: pngFile() });
    const url = `${backend.url}/api/files/${name}/${record.id}/${record['hidden']}`;
    expect((await fetch(url)).status).toBe(403);
    const { token } = await backend.api.post<{ token: string }>('/api/files/token');
    expect((await fetch(`${url}?token=${token}`)).status).toBe(200);
  });

  await test.step('after the save the target is fixed; a single value again asks first, and saves 1', async () => {
    await editCurrent(page);
    const saved = await editor.openField('parent');
    await expect(saved.getByRole('combobox', { name: 'Select collection', exact: true })).toBeDisabled();
    await expect(saved.getByRole('button', { name: '+ New collection' })).toHaveCount(0);
    const choice = await editor.openField('choice');
    await choice.getByRole('radiogroup').getByText('Single').click();
    await editor.save.click();
    await expect(
      confirmChanges(page).getByText(
        'Multiple to single value conversion of field choice (will keep only the last array item)',
      ),
    ).toBeVisible();
    await confirmChanges(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    const after = await storedFields(backend.api, name);
    expect(after['choice']?.options['maxSelect']).toBe(1);
  });

  await test.step('choices with commas survive changes of other choices, and the review names affected records', async () => {
    await editListed(page, choosing);
    const size = await editor.openField('size');
    const choices = size.getByRole('textbox', { name: 'Choices' });
    await expect(choices).toHaveValue('"S, M", L, XL');
    await expect(choices).toHaveAccessibleDescription(
      /Use comma as separator\. Put a choice that contains a comma/,
    );
    await choices.fill('"S, M", Large,XL,"XXL, XXXL"');
    await choices.blur();
    await expect(choices).toHaveValue('"S, M", Large, XL, "XXL, XXXL"');
    await editor.save.click();
    const dialog = confirmChanges(page);
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Renamed choice L → Large of field size – 1 record gets Large after the save/,
      'Added choice "XXL, XXXL" to field size',
    ]);
    const instead = dialog.getByRole('combobox', { name: 'Change L in the records to' });
    await expect(instead).toHaveText('Large');
    await chooseOption(instead, 'XL');
    await expect(dialog.getByText('1 record gets XL after the save')).toBeVisible();
    await checkScreen('[role=alertdialog]');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(editor.panel).toBeHidden();
    const sizeOf = async () =>
      (await backend.api.get<{ size: string }>(`/api/collections/${choosing.id}/records/${sized.id}`)).size;
    await expect.poll(sizeOf).toBe('XL');
    const stored = await storedFields(backend.api, choosing.name);
    expect(stored['size']?.options).toMatchObject({ values: ['S, M', 'Large', 'XL', 'XXL, XXXL'] });
  });
});
