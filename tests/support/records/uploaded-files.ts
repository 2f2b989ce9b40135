import type { AdminApi } from '../admin-api.ts';
import { createCollection, createRecord, field, pngFile, uniqueName } from '../factories.ts';
import { silence } from '../media.ts';

/** A red page, 200 x 200. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length 30>>stream
1 0 0 rg 0 0 200 200 re f
endstream endobj
trailer<</Root 1 0 R>>`;

/** Writes to the storage of the origin on which it runs. */
export const SCRIPT = 'localStorage.setItem("stolen", "yes")';

const FILES = {
  'page.html': new File([`<!doctype html><p>hello</p><script>${SCRIPT}</script>`], 'page.html', {
    type: 'text/html',
  }),
  'mark.svg': new File(
    [`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${SCRIPT}</script></svg>`],
    'mark.svg',
    { type: 'image/svg+xml' },
  ),
  'paper.pdf': new File([PDF], 'paper.pdf', { type: 'application/pdf' }),
  'pixel.png': pngFile(),
  'tone.wav': new File([silence()], 'tone.wav', { type: 'audio/wav' }),
};

/** Uploads a file of each kind and returns the paths by the original file names. */
export async function uploadFiles(api: AdminApi): Promise<Record<string, string>> {
  const name = uniqueName('uploads');
  await createCollection(api, { name, fields: [field('files', 'file', { max: 9 })] });
  const record = await createRecord(api, name, { files: Object.values(FILES) });
  const stored = record.files;
  if (!Array.isArray(stored)) throw new Error('The backend stored no files.');
  return Object.fromEntries(
    Object.keys(FILES).map((file, index) => [
      file,
      `/api/files/${name}/${record.id}/${String(stored[index])}`,
    ]),
  );
}
