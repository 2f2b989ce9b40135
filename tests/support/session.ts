import type { Page } from '@playwright/test';
import type { Backend } from './backend.ts';

export const SESSION_KEY = 'pocketbase_auth';

/**
 * Stores an admin's session in the local storage of `origin`, as after an earlier visit, without loading Atoll. The
 * page stays on a blank document of that origin.
 *
 * @param name that of the backend in a list, whose first one it is
 */
export async function signIn(page: Page, backend: Backend, origin: string, name?: string): Promise<void> {
  const url = name === undefined ? undefined : await addressInList(origin, name);
  await storeItem(page, origin, SESSION_KEY, JSON.stringify({ ...(await backend.api.session()), url }));
}

/** The address at which the page of `origin` asks a backend of its list; the name is a word. */
export async function addressInList(origin: string, name: string): Promise<string> {
  const html = await (await fetch(`${origin}/`)).text();
  const [, path] = new RegExp(`&quot;\\./(backends/${name}@\\w+/)&quot;`).exec(html) ?? [];
  return `${origin}/${path}`;
}

/** Writes one item of the local storage of `origin` from a blank document of that origin. */
export async function storeItem(page: Page, origin: string, key: string, value: string): Promise<void> {
  const blank = `${new URL(origin).origin}/blank-page-of-the-test-kit`;
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title></title>' }),
  );
  await page.goto(blank);
  await page.evaluate(([name, item]) => localStorage.setItem(name, item), [key, value] as const);
  await page.unroute(blank);
}

/** The parsed session in the local storage of the page's origin, or null. */
export async function storedSession(page: Page): Promise<{ token: string; model: { id: string } } | null> {
  const text = await page.evaluate((key) => localStorage.getItem(key), SESSION_KEY);
  return text === null ? null : JSON.parse(text);
}
