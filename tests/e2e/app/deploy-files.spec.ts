import type { Page, PlaywrightWorkerArgs } from '@playwright/test';
import { wholeBrowser } from '#scripts/lib/browser.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { SCRIPT, uploadFiles } from '#tests/support/records/uploaded-files.ts';
import { startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { get } from '#tests/support/server/http-client.ts';

/** Path of each uploaded file, by its original name. */
type Paths = Record<string, string>;

/** Opens an address of the dashboard's origin and returns whether a script in it ran. */
async function scriptRanAt(page: Page, url: string): Promise<boolean> {
  const { origin } = new URL(url);
  await page.goto(url);
  await page.goto(`${origin}/healthz`);
  return page.evaluate(() => localStorage.getItem('stolen') !== null);
}

/** Even when the backend sends it without a policy. */
async function expectNoScript(page: Page): Promise<void> {
  const backend = await startFakeBackend();
  const atoll = await startAtoll({ backendUrl: backend.url });
  for (const [type, body] of [
    ['text/html', `<!doctype html><script>${SCRIPT}</script>`],
    ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`],
  ] as const) {
    const blocked = page.waitForEvent('console', (message) => message.text().startsWith('Blocked script'));
    const ran = scriptRanAt(page, `${atoll.url}/api/files/a/b/c`);
    const { res } = await backend.next();
    res.writeHead(200, { 'Content-Type': type }).end(body);
    expect(await ran).toBe(false);
    await blocked;
  }
  await atoll.stop();
  await backend.stop();
}

async function expectMedia(page: Page, paths: Paths): Promise<void> {
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
}

async function expectPdfViewer(
  playwright: PlaywrightWorkerArgs['playwright'],
  url: string,
  paths: Paths,
): Promise<void> {
  // The headless browser of the other tests has no viewer.
  const browser = await playwright.chromium.launch(wholeBrowser());
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate((src) => {
    const frame = document.createElement('iframe');
    frame.src = src;
    frame.title = 'pdf';
    document.body.append(frame);
  }, paths['paper.pdf'] ?? '');
  // The viewer is a page of the browser; the document is in a frame inside it.
  await expect
    .poll(() => page.frames().map((frame) => frame.url()))
    .toContainEqual(expect.stringMatching(/^chrome-extension:/));
  await browser.close();
}

async function expectNoUse(page: Page): Promise<void> {
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
  await page.goto('about:blank');
  await atoll.stop();
  await backend.stop();
}

test('the page shows uploaded files, but runs none as a document, script, style or worker', async ({
  page,
  playwright,
  backend,
  atoll,
  step,
  expectedProblems,
}) => {
  // The browser reports every refused file.
  expectedProblems.allow(
    "console error: Blocked script execution in '/api/files/a/b/c' because the document's frame is sandboxed and the 'allow-scripts' permission is not set.",
    'response 403 GET /api/files/a/b/c',
    "console error: Refused to execute script from '/api/files/a/b/c' because its MIME type ('application/json') is not executable, and strict MIME type checking is enabled.",
    "console error: Refused to apply style from '/api/files/a/b/c' because its MIME type ('application/json') is not a supported stylesheet MIME type, and strict MIME checking is enabled.",
    'request failed GET /api/files/a/b/c net::ERR_FAILED',
  );
  const paths = await uploadFiles(backend.api);
  await step('no script of a file runs', () => expectNoScript(page));
  await step("the page's policy allows images, SVG and audio from the backend", () =>
    expectMedia(page, paths),
  );
  await step('no file is used as a script, style or worker', () => expectNoUse(page));
  await step("a PDF opens in the browser's viewer inside a frame", () =>
    expectPdfViewer(playwright, atoll.url, paths),
  );
});
