import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { pagePolicy } from '#build/csp.mjs';
import { precompress } from '#build/precompress.mjs';
import { type Built, prepareServer } from '#server/prepare.ts';
import type { OnDemand } from '#server/server.ts';
import { listen } from '#tests/support/listen.ts';
import type { Start } from '#tests/support/server/start.ts';

/** A small dashboard in the form that the build produces. */
export interface Site extends Built {
  remove(): void;
}

/** A text that compresses well, but not to almost nothing. */
const TEXT = Array.from({ length: 300 }, (_, line) => `const line${line} = ${line};\n`).join('');
const PAGE = `<!doctype html><meta charset="utf-8"><meta name="atoll-backends" content=""><script>boot()</script><p>${TEXT}`;

/** Replaces Astro's handler: answers `/healthz` and routes of Astro, and calls `next` for all other requests. */
const answerHealth: OnDemand = ({ url }, res, next) => {
  if (url === '/healthz' || url === '/404' || url?.startsWith('/_image')) res.end('ok');
  else next();
};

export async function buildSite(): Promise<Site> {
  const dir = mkdtempSync(`${tmpdir()}/atoll-site-`);
  const [clientDir, serverDir] = [`${dir}/client`, `${dir}/server`];
  mkdirSync(`${clientDir}/assets`, { recursive: true });
  mkdirSync(serverDir);
  writeFileSync(`${clientDir}/index.html`, PAGE);
  writeFileSync(`${clientDir}/rich-text.html`, '<!doctype html>');
  writeFileSync(`${clientDir}/assets/app.js`, TEXT);
  await precompress(pathToFileURL(`${clientDir}/`));
  const csp = { ...pagePolicy(PAGE, []), 'frame-ancestors': ["'none'"] };
  const preload = ['./assets/app.js'];
  writeFileSync(`${serverDir}/headers.json`, JSON.stringify({ csp, preload }));
  return {
    clientDir,
    serverDir,
    loadOnDemand: async () => answerHealth,
    remove: () => rmSync(dir, { recursive: true }),
  };
}

/** Starts the server of a site inside the test process. */
export const inProcess =
  (site: Built): Start =>
  async (backendUrl, env = {}) => {
    const lines: string[] = [];
    const settings = { HOST: '127.0.0.1', PORT: '0', POCKETBASE_URL: backendUrl, ...env };
    const { server, address } = await prepareServer(settings, site, (line) => lines.push(line));
    return { ...(await listen(server, address)), output: () => lines.join('\n') };
  };
