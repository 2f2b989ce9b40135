import type { Page } from '@playwright/test';
import { wholeBrowser } from '../../scripts/lib/browser.ts';
import { startAtoll } from '../support/atoll.ts';
import { createCollection, createRecord, field, pngFile, uniqueName } from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import { silence } from '../support/media.ts';
import { startFakeBackend } from './deploy/fake-backend.ts';
import { underEachRuntime } from './deploy/runtimes.ts';
import { get } from './deploy/wire.ts';

/** A red page, 200 x 200. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length 30>>stream
1 0 0 rg 0 0 200 200 re f
endstream endobj
trailer<</Root 1 0 R>>`;

const SCRIPT = 'localStorage.setItem("stolen", "yes")';

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

/** Path of each uploaded file, by the name it was uploaded under. */
let paths: Record<string, string>;

test.beforeAll(async ({ backend }) => {
  const name = uniqueName('uploads');
  await createCollection(backend.api, {
    name,
    schema: [field('files', 'file', { options: { maxSelect: 9 } })],
  });
  const record = await createRecord(backend.api, name, { files: Object.values(FILES) });
  const stored = record.files;
  if (!Array.isArray(stored)) throw new Error('The backend kept no files.');
  paths = Object.fromEntries(
    Object.keys(FILES).map((file, index) => [
      file,
      `/api/files/${name}/${record.id}/${String(stored[index])}`,
    ]),
  );
});

/** Opens an address of our origin and returns whether a script in there ran. */
async function scriptRanAt(page: Page, url: string): Promise<boolean> {
  const { origin } = new URL(url);
  await page.goto(url);
  await page.goto(`${origin}/healthz`);
  return page.evaluate(() => localStorage.getItem('stolen') !== null);
}

test('an uploaded page or drawing is only handed out for download', async ({ atoll }) => {
  for (const file of ['page.html', 'mark.svg']) {
    const { headers } = await fetch(atoll.url + paths[file]);
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

for (const [type, body] of [
  ['text/html', `<!doctype html><script>${SCRIPT}</script>`],
  ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`],
] as const) {
  test(`runs no script of ${type} even when the backend gives files no policy`, async ({
    page,
    expectedProblems,
  }) => {
    // The browser reports the script that it did not run.
    expectedProblems.allow(
      "console error: Blocked script execution in '/api/files/a/b/c' because the document's frame is sandboxed and the 'allow-scripts' permission is not set.",
    );
    const backend = await startFakeBackend();
    const atoll = await startAtoll({ backendUrl: backend.url });
    const ran = scriptRanAt(page, `${atoll.url}/api/files/a/b/c`);
    const { res } = await backend.next();
    res.writeHead(200, { 'Content-Type': type }).end(body);
    expect(await ran).toBe(false);
    await atoll.stop();
    await backend.stop();
  });
}

test("the page's policy lets images, drawings and sounds of the backend be shown", async ({ page }) => {
  await page.goto('/');
  for (const file of ['pixel.png', 'mark.svg']) {
    const width = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return image.naturalWidth;
    }, paths[file] ?? '');
    expect(width).toBeGreaterThan(0);
  }
  const seconds = await page.evaluate(
    (src) =>
      new Promise<number>((resolve, reject) => {
        const audio = new Audio(src);
        audio.addEventListener('loadedmetadata', () => resolve(audio.duration));
        audio.addEventListener('error', () => reject(new Error(audio.error?.message)));
        audio.load();
      }),
    paths['tone.wav'] ?? '',
  );
  expect(seconds).toBeCloseTo(0.1);
});

test("a PDF opens in the browser's viewer inside a frame", async ({ playwright, atoll }) => {
  // The browser of the other tests has no viewer.
  const browser = await playwright.chromium.launch(wholeBrowser());
  const page = await browser.newPage();
  await page.goto(atoll.url);
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    frame.title = 'pdf';
    document.body.append(frame);
  }, paths['paper.pdf'] ?? '');
  // The viewer is a page of the browser's own; the document lies in a frame inside it.
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContainEqual(expect.stringMatching(/^chrome-extension:/));
  await browser.close();
});

test('a part of a file can be asked for', async ({ atoll }) => {
  const answer = await fetch(atoll.url + paths['paper.pdf'], { headers: { Range: 'bytes=0-7' } });
  expect(answer.status).toBe(206);
  expect(await answer.text()).toBe('%PDF-1.4');
});

underEachRuntime((start) => {
  test('a file keeps its policy and its bytes under every spelling of its address', async () => {
    const backend = await startFakeBackend();
    const atoll = await start(backend.url);
    const body = JSON.stringify({ text: 'long enough to be compressed '.repeat(99) });
    for (const path of ['/api/files/a/b/c', '/api/%66iles/a/b/c', '/api/fi%256ces/a/b/c']) {
      const answer = get(atoll.url, path, ['Accept-Encoding: gzip']);
      const { url, res } = await backend.next();
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
      expect(url).toBe(path);
      const { headers } = await answer;
      expect(headers['content-security-policy']).toContain('sandbox');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers.vary).toBe('Sec-Fetch-Dest');
      expect(headers['content-encoding']).toBeUndefined();
    }
    await atoll.stop();
    await backend.stop();
  });
});

test('the page runs no uploaded file as a script, style or worker, but shows it', async ({
  page,
  expectedProblems,
}) => {
  // The browser reports every file that it was refused.
  expectedProblems.allow(
    'response 403 GET /api/files/a/b/c',
    "console error: Refused to execute script from '/api/files/a/b/c' because its MIME type ('application/json') is not executable, and strict MIME type checking is enabled.",
    "console error: Refused to apply style from '/api/files/a/b/c' because its MIME type ('application/json') is not a supported stylesheet MIME type, and strict MIME checking is enabled.",
    'request failed GET /api/files/a/b/c net::ERR_FAILED',
  );
  const backend = await startFakeBackend();
  backend.answerAll(({ res }) => {
    res.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=60' });
    res.end('globalThis.ranUpload = true');
  });
  const atoll = await startAtoll({ backendUrl: backend.url });
  await page.goto(atoll.url);
  const outcome = await page.evaluate(async () => {
    const settled = (target: EventTarget) =>
      new Promise<string>((resolve) => {
        for (const type of ['load', 'error']) target.addEventListener(type, () => resolve(type));
      });
    const attached = (tag: 'script' | 'link', set: Record<string, string>) => {
      const element = Object.assign(document.createElement(tag), set);
      const event = settled(element);
      document.head.append(element);
      return event;
    };
    const path = '/api/files/a/b/c';
    const text = await (await fetch(path)).text();
    return {
      text,
      script: await attached('script', { src: path }),
      module: await attached('script', { src: path, type: 'module' }),
      style: await attached('link', { rel: 'stylesheet', href: path }),
      worker: await settled(new Worker(path)),
      ran: 'ranUpload' in globalThis,
    };
  });
  expect(outcome).toEqual({
    text: 'globalThis.ranUpload = true',
    script: 'error',
    module: 'error',
    style: 'error',
    worker: 'error',
    ran: false,
  });
  expect(backend.seen.filter(({ url }) => url === '/api/files/a/b/c')).toHaveLength(1);
  const refused = await get(atoll.url, '/api/files/a/b/c', ['Sec-Fetch-Dest: script']);
  expect(refused).toMatchObject({
    status: 403,
    headers: { 'content-type': expect.stringContaining('json') },
  });
  await atoll.stop();
  await backend.stop();
});
