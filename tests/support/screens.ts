import { expect, type Locator, type Page } from '@playwright/test';
import { administratorWord } from '#wire/identities.ts';

/** The frame of a screen; the other frames are hidden. */
export const frame = (page: Page, name: string): Locator => page.locator(`[data-frame="${name}"]`);

/** The parts of the sign-in screen. */
export function loginScreen(page: Page) {
  const screen = frame(page, 'login');
  return {
    screen,
    email: screen.getByLabel('Email'),
    password: screen.getByLabel('Password'),
    button: screen.getByRole('button', { name: 'Login' }),
    /** The message about a sign-in that was refused. */
    error: screen.getByRole('alert'),
  };
}

/** Signs in with the visible form. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  const login = loginScreen(page);
  await login.email.fill(email);
  await login.password.fill(password);
  await login.button.click();
}

/** The visible toasts, or those of one type. */
export const toasts = (page: Page, type?: 'info' | 'success' | 'warning' | 'error'): Locator =>
  page.locator(type ? `[data-toasts] [data-type="${type}"]` : '[data-toasts] [data-type]');

/** The visible tooltip. */
export const tooltip = (page: Page): Locator => page.getByRole('tooltip');

/** The app sidebar with its links and the avatar menu. */
export const appSidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** The button for the menu of the signed-in administrator; the page that arrives has the older word. */
export const avatarButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Logged (admin|superuser) menu$/ });

export const avatarMenu = (page: Page): Locator =>
  page.getByRole('menu', { name: `Logged ${administratorWord()} menu` });

/** Opens the menu of the signed-in administrator. */
export async function openAvatarMenu(page: Page): Promise<Locator> {
  await avatarButton(page).click();
  return avatarMenu(page);
}

/** Opens another screen like a typed address, without reloading the page. */
export async function goToHash(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

/** `location.hash` of the page, for `expect.poll`. */
export const hashOf = (page: Page): string => new URL(page.url()).hash;

/** Chromium warns when a page that ends a sign-in tries to close a window that no script opened (PU-07). */
export const NOT_CLOSED = 'console warning: Scripts may close only the windows that were opened by them.';

/** Runs `visit` and waits until the page that it opens has tried to close its window. */
export async function visitSignInEnd(page: Page, visit: () => Promise<unknown>): Promise<void> {
  const tried = page.waitForEvent('console', (message) => NOT_CLOSED.endsWith(message.text()));
  await visit();
  await tried;
}

/** Expects that a part begins where another one ends, or lower. */
export async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  await expect(async () => {
    const [below, above] = [await lower.boundingBox(), await upper.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 2);
  }).toPass({ timeout: 10_000 });
}
