import { createServer } from 'node:http';
import { test as plain } from '@playwright/test';
import { axeCheck } from '#tests/support/axe.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { expect } from '#tests/support/fixtures.ts';
import { ProblemGuard, type ProblemPattern } from '#tests/support/guard.ts';
import { listen } from '#tests/support/listen.ts';
import { signIn, storedSession } from '#tests/support/session.ts';

// These tests check the guard itself, so they use Playwright's own `test`.

const PAGES: Record<string, string> = {
  '/fine': '<!doctype html><title>fine</title>',
  '/console': '<!doctype html><script src="/console.js"></script>',
  '/warning': '<!doctype html><script src="/warning.js"></script>',
  '/throws': '<!doctype html><script src="/throws.js"></script>',
  '/inline': '<!doctype html><script>document.title = "ran"</script>',
  '/missing': '<!doctype html><img src="/nowhere.png">',
  '/unreachable': '<!doctype html><script src="/unreachable.js"></script>',
  '/plain': `<!doctype html><html lang="en"><title>plain</title>
    <style>
      p { color: #000; background: #fff; transition: color 1s; }
      [data-theme='atoll-dark'] p { color: #333; }
    </style>
    <main><h1>Plain</h1><details><summary>More</summary><p>Hidden</p></details></main></html>`,
  '/faint': `<!doctype html><html lang="en"><title>faint</title>
    <style>[data-theme='atoll-dark'] p { color: #555; background: #333; }</style>
    <main><h1>Faint</h1><p>Hard to read in the dark</p></main></html>`,
  '/console.js': 'console.error("oh no")',
  '/warning.js': 'console.warn("careful")',
  '/throws.js': 'throw new Error("boom")',
  '/unreachable.js': 'fetch("http://127.0.0.1:1/x").catch(() => { document.title = "failed" })',
};

let origin = '';
let stop: () => Promise<void>;

plain.beforeAll(async () => {
  const server = createServer((request, response) => {
    const body = PAGES[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': request.url?.endsWith('.js') ? 'text/javascript' : 'text/html',
      'content-security-policy': "script-src 'self'",
    });
    response.end(body);
  });
  ({ url: origin, stop } = await listen(server));
});

plain.afterAll(() => stop());

const CASES: [page: string, ...problems: ProblemPattern[]][] = [
  ['/console', 'console error: oh no'],
  ['/warning', 'console warning: careful'],
  ['/throws', 'page error: Error: boom'],
  [
    '/inline',
    'csp: script-src-elem inline /inline',
    /^console error: Executing inline script violates the following Content Security Policy directive .*$/,
  ],
  ['/missing', 'response 404 GET /nowhere.png'],
  ['/unreachable', /^request failed GET http:\/\/127\.0\.0\.1:1\/x net::ERR_\w+$/],
];

// The browser requests the icon by itself, not for the page.
const withoutIcon = (problems: string[]) => problems.filter((problem) => !problem.includes('favicon'));

plain(
  'the guard, axe and a stored session are what the browser tests take them for',
  async ({ page, context }) => {
    const guard = new ProblemGuard();
    await guard.watch(context);
    await plain.step(
      'the guard reports every problem unless the test declared it, and nothing else',
      async () => {
        await page.goto(`${origin}/fine`);
        expect(withoutIcon(guard.unexpected())).toEqual([]);
        for (const [path, ...problems] of CASES) {
          await page.goto(origin + path);
          await expect.poll(() => withoutIcon(guard.unexpected()), path).toHaveLength(problems.length);
          guard.allow(...problems);
          expect(withoutIcon(guard.unexpected()), path).toEqual([]);
          expect(guard.missing()).toEqual([]);
        }
      },
    );
    await plain.step(
      'axe accepts a page without faults, and reports low contrast of the second theme alone',
      async () => {
        await page.goto(`${origin}/plain`);
        await axeCheck(page);
        await page.goto(`${origin}/faint`);
        await expect(axeCheck(page)).rejects.toThrow(/axe, theme atoll-dark[\s\S]*color-contrast/);
      },
    );
    await plain.step('a session is in local storage as after an earlier visit', async () => {
      const backend = await startPocketBase();
      await signIn(page, backend, `${origin}/fine`);
      await page.goto(`${origin}/fine`);
      expect(await storedSession(page)).toMatchObject({
        token: await backend.adminToken(),
        model: { email: backend.adminEmail },
      });
      await backend.stop();
    });
  },
);
