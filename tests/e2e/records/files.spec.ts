import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { inRoot } from '#scripts/lib/paths.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { silence } from '#tests/support/media.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { loginScreen, openAvatarMenu, signInByForm } from '#tests/support/screens.ts';

const TOKEN_CALL = '**/api/files/token';

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Pictures of which the backend makes no thumbs, the last one too large for a list. */
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
const OTHER_PICTURES = [
  new File(
    [Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64')],
    'web.webp',
  ),
  new File(
    [
      Buffer.from(
        'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
        'base64',
      ),
    ],
    'new.avif',
  ),
  new File([SVG], 'drawing.svg'),
  new File([SVG, ' '.repeat(1_000_000)], 'large.svg'),
];

/** A video of 64 × 48 pixels. */
const CLIP = inRoot('tests/support/records/clip.webm');

async function withFiles(
  backend: Backend,
  files: File[],
): Promise<{ album: Collection; id: string; names: string[] }> {
  const album = await createCollection(backend.api, {
    name: uniqueName('album'),
    schema: [field('files', 'file', { options: { maxSelect: 9, protected: true } })],
  });
  const record = await createRecord(backend.api, album.id, { files });
  return { album, id: record.id, names: record['files'] as string[] };
}

const widthOf = (image: Locator) => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth);

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
  await expect.poll(() => widthOf(picture.locator('img'))).toBeGreaterThan(0);

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

test('[RL-20][RL-21][API-07][TR-22] files are shown by their kind, only protected ones get the token, which is removed at the sign-out', async ({
  page,
  admin,
  backend,
  expectedProblems,
  checkScreen,
}) => {
  const { api } = backend;
  const options = { maxSelect: 1, maxSize: 5_242_880 };
  const mixed = await createCollection(api, {
    name: uniqueName('mixed'),
    schema: [
      field('open', 'file', { options }),
      field('note', 'file', { options }),
      field('closed', 'file', { options: { ...options, protected: true } }),
    ],
  });
  const opened = await createRecord(api, mixed.id, {
    open: pngFile('open.png'),
    note: textFile('note.txt'),
    closed: pngFile('closed.png'),
  });
  const { album, id, names } = await withFiles(backend, [
    pngFile('picture.png'),
    new File([PDF], 'paper.pdf', { type: 'application/pdf' }),
    new File([await readFile(CLIP)], 'clip.webm', { type: 'video/webm' }),
    new File([silence()], 'sound.wav', { type: 'audio/wav' }),
    ...OTHER_PICTURES,
  ]);
  const [picture = '', paper = '', clip = '', sound = ''] = names;
  const broken = await withFiles(backend, [
    new File(['no picture'], 'broken.svg', { type: 'image/svg+xml' }),
    new File(['no film'], 'broken.mp4', { type: 'video/mp4' }),
    pngFile('gone.png'),
    new File([PDF], 'lost.pdf', { type: 'application/pdf' }),
  ]);
  const other = { email: `${uniqueName('files')}@example.com`, password: 'correct-horse-2' };
  await api.post('/api/admins', { ...other, passwordConfirm: other.password });

  const tokens = { open: new Set<string>(), closed: new Set<string>() };
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const kind = /\/(open|closed)_[^/]+\.png$/.exec(pathname)?.[1];
    if (kind === 'open' || kind === 'closed') tokens[kind].add(searchParams.get('token') ?? '');
  });
  const stored = () => page.evaluate(() => localStorage.getItem('pb_admin_file_token'));
  const screen = recordsScreen(page);
  const dialog = page.getByRole('dialog');
  const thumb = (name: string) => page.getByRole('button', { name: new RegExp(`^Preview ${name}`) });
  const isLoaded = (name: string) =>
    expect.poll(() => widthOf(thumb(name).locator('img'))).toBeGreaterThan(0);

  // Without an answer to this request there are no live updates, which would take the deleted file off the list.
  await page.route('**/api/realtime', () => {});
  await admin.signIn();
  await page.goto(recordsHash(mixed.id));
  let first: string | null = null;

  await test.step('only protected files get the token', async () => {
    await isLoaded('open');
    await isLoaded('closed');
    const note = page.getByRole('link', { name: /^Download note/ });
    await expect(note).not.toHaveAttribute('href', /token/);
    const tab = page.waitForEvent('popup');
    await note.click();
    await (await tab).close();
    // The row behind the link stays closed.
    expect(hashQuery(page)['recordId']).toBeUndefined();
    for (const name of ['open', 'closed']) {
      await thumb(name).click();
      const link = dialog.getByRole('link', { name: new RegExp(`^${name}`) });
      await expect(link).toHaveAttribute('href', name === 'open' ? /\.png$/ : /\?token=ey/);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    first = await stored();
    expect(tokens).toEqual({ open: new Set(['']), closed: new Set([first]) });
  });

  await test.step('small pictures without a thumb are shown as they are', async () => {
    await page.goto(recordsHash(album.id));
    for (const name of ['picture', 'web', 'new', 'drawing']) await isLoaded(name);
    await expect(thumb('large')).toBeVisible();
    await expect(thumb('large').locator('img')).toHaveCount(0);
  });

  await test.step('an image is shown with a link to the original and a Close button', async () => {
    await thumb(picture).click();
    const image = dialog.getByRole('img', { name: `Preview of ${picture}` });
    await expect.poll(() => widthOf(image)).toBe(1);
    const original = dialog.getByRole('link', { name: picture });
    await expect(original).toHaveAttribute('target', '_blank');
    const address = new URL((await original.getAttribute('href')) ?? '');
    expect(address.pathname).toBe(`/api/files/${album.id}/${id}/${picture}`);
    expect(address.searchParams.has('thumb')).toBe(false);
    // The file is protected: its address needs a token.
    expect((await page.request.get(address.href)).status()).toBe(200);
    expect((await page.request.get(address.origin + address.pathname)).status()).toBe(403);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('it opens and closes by keyboard and returns the focus', async () => {
    await thumb(picture).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect.poll(() => dialog.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
    await checkScreen('[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(thumb(picture)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(thumb(picture)).toBeFocused();
  });

  await test.step('PDF, video and audio are shown', async () => {
    await thumb(paper).click();
    await expect(dialog.locator('iframe')).toHaveAttribute('src', /^blob:/);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await thumb(clip).click();
    await expect
      .poll(() => dialog.locator('video').evaluate((shown: HTMLVideoElement) => shown.videoWidth))
      .toBe(64);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await thumb(sound).click();
    await expect
      .poll(() => dialog.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration))
      .toBeCloseTo(0.1, 1);
    await expect(dialog.getByRole('link', { name: sound })).toBeVisible();
  });

  await test.step('closes with the list from which it was opened', async () => {
    await page.goBack();
    await expect(screen.row(opened.id)).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a file that cannot be shown has a message', async () => {
    await page.goto(recordsHash(broken.album.id));
    for (const name of broken.names.slice(0, 2)) {
      await thumb(name).click();
      await expect(page.getByText('Cannot preview the file.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    // Deleted in the meantime.
    expectedProblems.allow(/^response 404 GET \/api\/files\/\w+\/\w+\/(gone|lost)_\w+\.(png|pdf)\?token=.*$/);
    const path = `/api/collections/${broken.album.id}/records/${broken.id}`;
    await api.patch(path, { files: broken.names.slice(0, 2) });
    for (const name of broken.names.slice(2)) {
      await thumb(name).click();
      await expect(page.getByText('Cannot preview the file.')).toBeVisible();
      await checkScreen('[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });

  await test.step('the token is removed when the administrator signs out', async () => {
    await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
    await expect(loginScreen(page).email).toBeVisible();
    expect(await stored()).toBeNull();

    tokens.closed.clear();
    // Who signs in within a second of the last list still requests its token, which leaving the next list may abort.
    await page.reload();
    await signInByForm(page, other.email, other.password);
    await expect(screen.total).toBeVisible();
    await page.goto(recordsHash(mixed.id));
    await isLoaded('closed');
    expect([...tokens.closed]).toEqual([await stored()]);
    expect(await stored()).not.toBe(first);
  });
});
