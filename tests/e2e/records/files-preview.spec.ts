import { readFile } from 'node:fs/promises';
import { inRoot } from '#scripts/lib/paths.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  pngFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { silence } from '#tests/support/media.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

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

test('[RL-21] images, PDF, video and audio are shown, with a link to the original and a Close button', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  const { album, id, names } = await withFiles(backend, [
    pngFile('picture.png'),
    new File([PDF], 'paper.pdf', { type: 'application/pdf' }),
    new File([await readFile(CLIP)], 'clip.webm', { type: 'video/webm' }),
    new File([silence()], 'sound.wav', { type: 'audio/wav' }),
  ]);
  const [picture = '', paper = '', clip = '', sound = ''] = names;
  await page.goto(recordsHash(album.id));
  const thumb = (name: string) =>
    recordsScreen(page)
      .cell(id, 'files')
      .getByRole('button', { name: `Preview ${name}` });
  const dialog = page.getByRole('dialog', { name: /\./ });

  await thumb(picture).click();
  const image = dialog.getByRole('img', { name: `Preview of ${picture}` });
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
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

  await thumb(paper).click();
  const frame = dialog.locator('iframe');
  await expect(frame).toHaveAttribute('src', /^blob:/);
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

test('a file that cannot be shown has a message', async ({ page, admin, backend, expectedProblems, axe }) => {
  const { album, id, names } = await withFiles(backend, [
    new File(['no picture'], 'broken.svg', { type: 'image/svg+xml' }),
    new File(['no film'], 'broken.mp4', { type: 'video/mp4' }),
    pngFile('gone.png'),
  ]);
  // Without an answer to this request there are no live updates, which would take the deleted file off the list.
  await page.route('**/api/realtime', () => {});
  await admin.signIn();
  await page.goto(recordsHash(album.id));
  const preview = (name = '') =>
    recordsScreen(page)
      .cell(id, 'files')
      .getByRole('button', { name: `Preview ${name}` });
  for (const name of names.slice(0, 2)) {
    await preview(name).click();
    await expect(page.getByText('Cannot preview the file.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // Deleted in the meantime.
  expectedProblems.allow(/^response 404 GET \/api\/files\/\w+\/\w+\/gone_\w+\.png\?token=.*$/);
  await backend.api.patch(`/api/collections/${album.id}/records/${id}`, { files: names.slice(0, 2) });
  await preview(names[2]).click();
  await expect(page.getByText('Cannot preview the file.')).toBeVisible();
  await axe();
});

test('closes with the list from which it was opened', async ({ page, admin, backend }) => {
  const pictures = await createCollection(backend.api, {
    name: uniqueName('pictures'),
    schema: [field('file', 'file')],
  });
  const record = await createRecord(backend.api, pictures.id, { file: pngFile() });
  const other = await createCollection(backend.api, { name: uniqueName('other'), schema: [field('title')] });
  const shown = await createRecord(backend.api, other.id, { title: 'x' });
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(other.id));
  await expect(screen.row(shown.id)).toBeVisible();
  await page.goto(recordsHash(pictures.id));
  await screen.cell(record.id, 'file').getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(screen.row(shown.id)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('opens and closes by keyboard and returns the focus', async ({ page, admin, backend, axe }) => {
  const { album, id, names } = await withFiles(backend, [pngFile('picture.png')]);
  await admin.signIn();
  await page.goto(recordsHash(album.id));
  const thumb = recordsScreen(page)
    .cell(id, 'files')
    .getByRole('button', { name: `Preview ${names[0]}` });
  await thumb.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
  await axe();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(thumb).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(thumb).toBeFocused();
});
