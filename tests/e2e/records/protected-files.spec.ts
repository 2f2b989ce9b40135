import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { loginScreen, openAvatarMenu, signInByForm } from '#tests/support/screens.ts';

const TOKEN_CALL = '**/api/files/token';

test('[AU-12] protected files appear by themselves when a token is available, and their links keep working', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 500 POST /api/files/token');
  expectedProblems.allow(/^response 40[34] GET \/api\/files\/\w+\/\w+\/secret_\w+\.png\?thumb=100x100$/);
  const options = { maxSelect: 1, maxSize: 5_242_880, protected: true };
  const vault = await createCollection(backend.api, {
    name: uniqueName('vault'),
    schema: [field('picture', 'file', { options }), field('note', 'file', { options })],
  });
  await createRecord(backend.api, vault.id, { picture: pngFile('secret.png'), note: textFile('secret.txt') });
  await page.clock.install();
  await page.route(TOKEN_CALL, (route) => route.fulfill({ status: 500, json: {} }));
  await admin.signIn();
  const refused = page.waitForResponse(TOKEN_CALL);
  await page.goto(recordsHash(vault.id));
  await refused;
  const picture = page.getByRole('button', { name: /^Preview secret/ });
  await expect(picture).toBeVisible();
  await expect(picture.locator('img')).toBeHidden();

  await page.unroute(TOKEN_CALL);
  const granted = page.waitForResponse(TOKEN_CALL);
  await page.clock.runFor(11_000);
  const { token } = await (await granted).json();
  await expect(picture.locator('img')).toHaveAttribute('src', new RegExp(`token=${token}`));
  const width = () => picture.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  // The picture stays unchanged; a link can be opened at any time, also after the first token has expired.
  const note = page.getByRole('link', { name: /^Download secret/ });
  await expect(note).toHaveAttribute('href', new RegExp(`token=${token}`));
  // The backend would create the same token within one second.
  const later = 'x.eyJleHAiOjQwMDAwMDAwMDB9.y';
  await page.route(TOKEN_CALL, (route) => route.fulfill({ json: { token: later } }));
  await page.clock.runFor(180_000);
  await expect(note).toHaveAttribute('href', new RegExp(`token=${later}`));
  await expect(picture.locator('img')).toHaveAttribute('src', new RegExp(`token=${token}`));
});

test('[RL-20][API-07] only protected files get the token, which is removed when the administrator signs out', async ({
  page,
  admin,
  backend,
}) => {
  const { api } = backend;
  const options = { maxSelect: 1, maxSize: 5_242_880 };
  const { id } = await createCollection(api, {
    name: uniqueName('mixed'),
    schema: [
      field('open', 'file', { options }),
      field('note', 'file', { options }),
      field('closed', 'file', { options: { ...options, protected: true } }),
    ],
  });
  await createRecord(api, id, {
    open: pngFile('open.png'),
    note: textFile('note.txt'),
    closed: pngFile('closed.png'),
  });
  const other = { email: 'files@example.com', password: 'correct-horse-2' };
  await api.post('/api/admins', { ...other, passwordConfirm: other.password });
  const tokens = { open: new Set<string>(), closed: new Set<string>() };
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const kind = /\/(open|closed)_[^/]+\.png$/.exec(pathname)?.[1];
    if (kind === 'open' || kind === 'closed') tokens[kind].add(searchParams.get('token') ?? '');
  });
  const stored = () => page.evaluate(() => localStorage.getItem('pb_admin_file_token'));
  const screen = recordsScreen(page);
  const thumb = (name: string) => page.getByRole('button', { name: new RegExp(`^Preview ${name}`) });
  const isLoaded = (name: string) =>
    expect.poll(() => thumb(name).locator('img').evaluate(isShown)).toBe(true);

  await admin.signIn();
  await page.goto(recordsHash(id));
  await isLoaded('open');
  await isLoaded('closed');
  await expect(page.getByRole('link', { name: /^Download note/ })).not.toHaveAttribute('href', /token/);
  for (const name of ['open', 'closed']) {
    await thumb(name).click();
    const link = page.getByRole('dialog').getByRole('link', { name: new RegExp(`^${name}`) });
    await expect(link).toHaveAttribute('href', name === 'open' ? /\.png$/ : /\?token=ey/);
    await page.keyboard.press('Escape');
  }
  const first = await stored();
  expect(tokens).toEqual({ open: new Set(['']), closed: new Set([first]) });

  await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  expect(await stored()).toBeNull();

  tokens.closed.clear();
  await signInByForm(page, other.email, other.password);
  await expect(screen.total).toBeVisible();
  await page.goto(recordsHash(id));
  await isLoaded('closed');
  expect([...tokens.closed]).toEqual([await stored()]);
  expect(await stored()).not.toBe(first);
});

const isShown = (image: HTMLElement) => image instanceof HTMLImageElement && image.naturalWidth > 0;
