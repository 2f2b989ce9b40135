import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { vi } from 'vitest';
import { type Child, startChild } from '#scripts/lib/child.ts';
import { findFreePort } from '#scripts/lib/ports.ts';
import { type Engine, findByName, readText } from './engine.ts';

/** How WebDriver writes an element in JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type Handle = Readonly<Record<typeof ELEMENT, string>>;

/** Keys, as WebDriver writes them. */
const SELECT_ALL = '\uE009a';
const ENTER = '\uE007';

const SCREEN = { width: 1280, height: 800 };

/** Starts WebKitGTK's own small browser by W3C WebDriver, on a display in memory. */
export async function startWebKit(): Promise<Engine<Handle>> {
  const home = mkdtempSync(`${tmpdir()}/atoll-webkit-`);
  const problems: string[] = [];
  const display = Promise.withResolvers<string>();
  const screen = ['-screen', '0', `${SCREEN.width}x${SCREEN.height}x24`];
  const xvfb = await startChild('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp', ...screen], {
    onLine: (line, stream) => stream === 'stdout' && display.resolve(line),
  });
  const port = await findFreePort();
  const driver = await startChild('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      HOME: home,
      DISPLAY: `:${await display.promise}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    onLine: (line) => /^CONSOLE .*(ERROR|WARN)/.test(line) && problems.push(line),
  });
  const stop = async (): Promise<void> => {
    for (const child of [driver, xvfb] satisfies Child[]) await child.stop();
    rmSync(home, { recursive: true, force: true });
  };
  const send = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/status`), { timeout: 10_000 });
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true'];
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { args } };
  const { sessionId, capabilities } = await send<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '', { capabilities: { alwaysMatch } });
  const post = <Result>(path: string, body: unknown) => send<Result>('POST', `/${sessionId}${path}`, body);
  const call = <Result>(run: unknown, params: string[] = []) =>
    post<Result>('/execute/sync', { script: `return (${run})(...arguments)`, args: params });
  await post('/window/rect', { x: 0, y: 0, ...SCREEN });
  return {
    version: `WebKitGTK/${capabilities.browserVersion}`,
    open: (url) => post('/url', { url }),
    text: () => call(readText),
    find: async (...names) => (await call<Handle | null>(findByName, names)) ?? undefined,
    click: (handle) => post(`/element/${handle[ELEMENT]}/click`, {}),
    async type(handle, text) {
      // Each call releases its keys when it ends.
      for (const keys of [SELECT_ALL, text.replace('\n', ENTER)])
        await post(`/element/${handle[ELEMENT]}/value`, { text: keys });
    },
    chooseFile: (handle, path) => post(`/element/${handle[ELEMENT]}/value`, { text: path }),
    // Where no folder is set up for them.
    downloads: home,
    problems: () => problems,
    async close() {
      await send('DELETE', `/${sessionId}`);
      await stop();
    },
  };
}
