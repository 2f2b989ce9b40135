import { expect, type Page, type Route } from '@playwright/test';
import type { ProblemGuard } from './guard.ts';
import { frame, goToHash } from './screens.ts';

/** The screens of administrators: the path and the frame. */
const ADMIN_SCREENS = [
  ['/collections', 'collections'],
  ['/logs', 'logs'],
  ['/settings', 'settings-application'],
  ['/settings/mail', 'settings-mail'],
  ['/settings/storage', 'settings-storage'],
  ['/settings/backups', 'settings-backups'],
  ['/settings/auth-providers', 'settings-auth-providers'],
  ['/settings/tokens', 'settings-tokens'],
  ['/settings/admins', 'settings-admins'],
  ['/settings/export-collections', 'settings-export'],
  ['/settings/import-collections', 'settings-import'],
] as const;

/** Opens every screen of administrators without a reload, and expects that each shows its heading and no failure. */
export async function expectAllScreens(page: Page): Promise<void> {
  for (const [path, name] of ADMIN_SCREENS) {
    await goToHash(page, `#${path}`);
    const screen = frame(page, name);
    await expect(screen).toBeVisible();
    await expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(screen.getByText(/could not be loaded|Something went wrong/)).toHaveCount(0);
  }
}

/** Makes the browser's clock wrong by `offset` ms, from the next page on. */
export async function shiftClock(page: Page, offset: number): Promise<void> {
  await page.addInitScript((by) => {
    const RealDate = Date;
    globalThis.Date = new Proxy(RealDate, {
      construct: (target, args, newTarget) =>
        Reflect.construct(target, args.length ? args : [RealDate.now() + by], newTarget),
      get: (target, name, receiver) =>
        name === 'now' ? () => RealDate.now() + by : Reflect.get(target, name, receiver),
    });
  }, offset);
}

/** Answers a request with an error of the backend; without a status, as one that is out of order. */
export const failWith = (route: Route, message: string, status = 500): Promise<void> =>
  route.fulfill({ status, json: { code: status, message, data: {} } });

/** Opens something whose code can't be fetched, and closes the message about it. */
export async function openInVain(
  page: Page,
  problems: ProblemGuard,
  part: string,
  open: () => Promise<void>,
): Promise<void> {
  problems.allow(new RegExp(`^request failed GET /assets/${part}\\..* net::ERR_CONNECTION_RESET$`));
  const address = `**/assets/${part}.*`;
  await page.route(address, (route) => route.abort('connectionreset'));
  await open();
  const failure = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
  await failure.getByRole('button', { name: 'Close' }).click();
  await expect(failure).toHaveCount(0);
  await page.unroute(address);
}
