import { collectionEditor, infoTexts, openEditorOf, openNew } from '#tests/support/collections/editor.ts';
import { type StoredCollection, storedFields } from '#tests/support/collections/saving.ts';
import { createBlog, createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';

test.beforeEach(({ admin }) => admin.signIn());

test('[FO-01][FO-02][FO-03][FO-04][FO-05][FO-15][FO-16] options of text, number, email, url, editor, date and JSON', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('optioned');
  await editor.name.fill(name);

  await test.step('text', async () => {
    await editor.addField('Plain text', 'text');
    const row = await editor.openField('text');
    const min = row.getByLabel('Min length');
    const max = row.getByLabel('Max length');
    await expect(min).toHaveAttribute('min', '0');
    await expect(min).toHaveAttribute('step', '1');
    await expect(max).toHaveAttribute('min', '0');
    await expect(max).toHaveAttribute('step', '1');
    await min.fill('3');
    await expect(max).toHaveAttribute('min', '3');
    await max.fill('30');
    const pattern = row.getByLabel('Regex pattern');
    await expect(pattern).toHaveAttribute('placeholder', 'Valid Go regular expression, eg. ^\\w+$');
    await pattern.fill('^[a-z]+$');
  });
  await test.step('number', async () => {
    await editor.addField('Number', 'number');
    const row = await editor.openField('number');
    await row.getByLabel('Min', { exact: true }).fill('-1.5');
    await expect(row.getByLabel('Max', { exact: true })).toHaveAttribute('min', '-1.5');
    await row.getByLabel('Min', { exact: true }).fill('-2');
    await row.getByLabel('Max', { exact: true }).fill('20');
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
  await test.step('json', async () => {
    await editor.addField('JSON', 'json');
    const row = await editor.openField('json');
    const size = row.getByLabel('Max size (bytes)');
    await expect(size).toHaveValue('2000000');
    await expect(size).toHaveAttribute('min', '0');
    await expect(size).toHaveAttribute('step', '1');
    const help = row.getByText(/a plain string that is the text of a JSON value/);
    await expect(help).toBeHidden();
    await row.getByText('String value normalizations').click();
    await expect(help).toBeVisible();
    await row.getByText('String value normalizations').click();
    await expect(help).toBeHidden();
    await size.fill('1234');
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
  expect(options('json')).toEqual({ maxSize: 1234 });
  expect(options('json_default')).toEqual({ maxSize: 2_000_000 });
  expect(options('text_default')).toEqual({ min: null, max: null, pattern: '' });

  // Reads the options again and changes them.
  await page.getByRole('button', { name: 'Edit collection', exact: true }).click();
  const again = collectionEditor(page);
  const date = await again.openField('date');
  await expect(date.getByLabel('Min date (UTC)')).toHaveValue('2026-01-02 03:04:05');
  await date.getByLabel('Max date (UTC)').fill('');
  const text = await again.openField('text');
  await expect(text.getByLabel('Min length')).toHaveValue('3');
  await text.getByLabel('Min length').fill('');
  await text.getByLabel('Regex pattern').fill('');
  const number = await again.openField('number');
  await number.getByLabel('Min', { exact: true }).fill('-2.5');
  await number.getByLabel('Max', { exact: true }).fill('');
  await number.getByRole('switch', { name: 'No decimals' }).uncheck();
  const email = await again.openField('email');
  await expect(email.getByLabel('Except domains')).toHaveValue('x.com, y.com');
  await email.getByLabel('Except domains').fill('');
  await email.getByLabel('Only domains').fill('z.org');
  await again.save.click();
  await expect(again.panel).toBeHidden();
  fields = await storedFields(backend.api, name);
  expect(options('date')).toEqual({ min: '2026-01-02 03:04:05.000Z', max: '' });
  expect(options('text')).toEqual({ min: null, max: 30, pattern: '' });
  expect(options('number')).toEqual({ min: -2.5, max: null, noDecimal: false });
  expect(options('email')).toEqual({ exceptDomains: [], onlyDomains: ['z.org'] });
});

test('[FO-05] date limits are picked from a calendar as whole days, and none is dropped silently', async ({
  page,
  backend,
}) => {
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  const name = uniqueName('limited');
  await editor.name.fill(name);
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
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { due } = await storedFields(backend.api, name);
  expect(due?.options).toEqual({ min: '2026-01-15 00:00:00.000Z', max: '2027-12-31 08:30:00.000Z' });
});

test('[CE-22][FO-03][FO-09][AO-03] a refused list entry is named at its input, also in closed sections', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/collections');
  const { posts } = await createBlog(backend.api);
  await page.goto(`/#/collections?collectionId=${posts.id}`);
  const editor = await openNew(page);
  await editor.name.fill(uniqueName('listed'));
  await editor.setType('Auth');
  await editor.tab('Options').click();
  const domains = editor.panel.getByLabel('Only domains');
  const section = editor.panel.getByText('Email/Password');
  await section.click();
  await domains.fill('x.com, a b');
  await section.click();
  await expect(domains).toBeHidden();
  await editor.save.click();
  await expect(domains).toBeFocused();
  await expect(domains).toHaveAccessibleDescription('a b: Must be a valid domain.');
  await domains.fill('x.com');
  await expect(domains).not.toHaveAttribute('aria-invalid');
  await editor.tab('Fields').click();
  await editor.addField('Url', 'link');
  const only = (await editor.openField('link')).getByLabel('Only domains');
  await only.fill('not one, two');
  await editor.addField('File', 'image');
  const thumbs = (await editor.openField('image')).getByLabel('Thumb sizes');
  await thumbs.fill('50x50, 50x');
  await editor.save.click();
  await expect(thumbs).toHaveAccessibleDescription('50x: Must be in a valid format.');
  await editor.openField('link');
  await expect(only).toHaveAccessibleDescription(/^not one: Must be a valid domain\./);
});

test('[FD-06] Presentable is a property of the field', async ({ page, backend }) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('shown'), schema: [field('title')] });
  const editor = await openEditorOf(page, id);
  const row = await editor.openField('title');
  await row.getByRole('switch', { name: 'Presentable' }).check();
  await editor.save.click();
  await expect(editor.panel).toBeHidden();
  const { schema } = await backend.api.get<StoredCollection>(`/api/collections/${id}`);
  expect(schema[0]?.presentable).toBe(true);
});
