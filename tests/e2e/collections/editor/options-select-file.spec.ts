import { confirmChanges, infoTexts, openEditorOf, openNew } from '#tests/support/collections/editor.ts';
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

test('[FO-06][FO-07][FO-16] select: choices, Single and Multiple, Max select', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/collections');
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('selected');
  await editor.name.fill(name);
  await editor.addField('Select', 'choice');
  const row = await editor.openField('choice');
  const choices = row.getByLabel('Choices');
  await expect(choices).toHaveAttribute('placeholder', 'Choices: eg. optionA, optionB');
  await expect(choices).toHaveAttribute('required');
  const single = row.getByRole('radio', { name: 'Single' });
  const multiple = row.getByRole('radio', { name: 'Multiple' });
  await expect(single).toBeChecked();
  await expect(row.getByLabel('Max select')).toHaveCount(0);
  await editor.save.click();
  await expect(row.getByText('Cannot be blank.')).toBeVisible();
  await choices.fill('one ,two,  three,,two,four with space');
  await choices.blur();
  await expect(choices).toHaveValue('one, two, three, four with space');
  await row.getByRole('radiogroup').getByText('Multiple').click();
  await expect(multiple).toBeChecked();
  const max = row.getByLabel('Max select');
  await expect(max).toHaveValue('4');
  await expect(max).toHaveAttribute('required');
  await expect(max).toHaveAttribute('min', '2');
  await expect(max).toHaveAttribute('step', '1');
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
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const fields = await storedFields(backend.api, name);
  expect(fields['choice']?.options).toEqual({
    maxSelect: 3,
    values: ['one', 'two', 'three', 'four with space'],
  });
  expect(fields['one_of_one']?.options).toEqual({ maxSelect: 1, values: ['alone'] });

  // Back to a single value: asks first, and saves 1.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const again = await editor.openField('choice');
  await again.getByRole('radiogroup').getByText('Single').click();
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

test('[FO-08][FO-09][FO-10][FO-11][FO-16] file: types, presets, thumbs, size, number, protection', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('filed');
  await editor.name.fill(name);
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
  for (const [label, expected] of Object.entries(presets)) {
    await row.getByRole('button', { name: 'Choose presets' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(Object.keys(presets));
    await page.getByRole('menuitem', { name: label }).click();
    const chosen = row.getByRole('button', { name: /^Remove / });
    const names = () =>
      chosen.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.split(' ').at(-1)));
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
  await expect(size).toHaveAttribute('min', '0');
  await expect(size).toHaveAttribute('step', '1');
  await size.fill('99999');
  await row.getByRole('radiogroup').getByText('Multiple').click();
  const max = row.getByLabel('Max select');
  await expect(max).toHaveValue('99');
  await expect(max).toHaveAttribute('min', '2');
  await expect(max).toHaveAttribute('required');
  await row.getByRole('switch', { name: 'Protected' }).check();
  await expect(row.getByRole('link', { name: '(Learn more)' })).toHaveAttribute('href', /protected-files/);
  await editor.addField('File', 'plain');
  await editor.addField('File', 'hidden');
  const hidden = await editor.openField('hidden');
  await hidden.getByRole('switch', { name: 'Protected' }).check();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const fields = await storedFields(backend.api, name);
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

  // A protected file needs a short-lived token.
  const record = await createRecord(backend.api, name, { hidden: pngFile() });
  const url = `${backend.url}/api/files/${name}/${record.id}/${record['hidden']}`;
  expect((await fetch(url)).status).toBe(403);
  const { token } = await backend.api.post<{ token: string }>('/api/files/token');
  expect((await fetch(`${url}?token=${token}`)).status).toBe(200);
});

test('[FO-06] choices with commas survive changes of other choices, and the review names affected records', async ({
  page,
  backend,
}) => {
  const { id } = await createCollection(backend.api, {
    name: uniqueName('choosing'),
    schema: [field('size', 'select', { options: { maxSelect: 1, values: ['S, M', 'L', 'XL'] } })],
  });
  await createRecord(backend.api, id, { size: 'L' });
  const editor = await openEditorOf(page, id);
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
    'Renamed choice L → Large of field size – 1 record keeps it, though it is no longer a valid choice',
    'Added choice "XXL, XXXL" to field size',
  ]);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(editor.panel).toBeHidden();
  const stored = await backend.api.get<{ schema: { options: object }[] }>(`/api/collections/${id}`);
  expect(stored.schema[0]?.options).toMatchObject({ values: ['S, M', 'Large', 'XL', 'XXL, XXXL'] });
});
