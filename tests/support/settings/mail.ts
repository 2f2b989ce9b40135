import { expect, type Locator, type Page } from '@playwright/test';
import { atPaths, pathsOf } from '#domain/app/settings-fields.ts';
import type { Settings, Smtp } from '#domain/backend/settings.ts';
import { MAIL_FIELDS } from '#domain/settings/mail.ts';
import type { AdminApi } from '#tests/support/admin-api.ts';
import { frame } from '#tests/support/screens.ts';
import { NO_SMTP } from './defaults.ts';
import { collectSaves } from './saves.ts';
import { storedSettings, storeSettings } from './stored.ts';

export const TEST_EMAIL = '**/api/settings/test/email';

const MAIL_PATHS = pathsOf(MAIL_FIELDS);

/** What the page has of a request to save it, and of what is stored. */
export const collectMailSaves = (page: Page) => collectSaves(page, MAIL_PATHS);
export const storedMail = (api: AdminApi) => storedSettings(api, MAIL_PATHS);

/** Stores settings of mail, with a mail server over that of a new backend. */
export const storeMail = (
  api: AdminApi,
  values: Partial<Settings>,
  smtp: Partial<Smtp> = {},
): Promise<void> => storeSettings(api, { ...values, ...atPaths('smtp', { ...NO_SMTP, ...smtp }) });

const TITLES = {
  verification: 'Default "Verification" email template',
  reset: 'Default "Password reset" email template',
  change: 'Default "Confirm email change" email template',
} as const;

/** The accordion of a template and its fields. */
function templatePart(screen: Locator, title: string) {
  const section = screen.locator('details').filter({ has: screen.page().getByText(title, { exact: true }) });
  return {
    section,
    header: section.locator('summary'),
    subject: section.getByLabel('Subject', { exact: true }),
    actionUrl: section.getByLabel('Action URL', { exact: true }),
    body: section.getByRole('textbox', { name: 'Body (HTML)' }),
    editor: section.locator('.ace_editor'),
    errorMark: section.getByRole('img', { name: 'Has errors' }),
    /** The buttons of all three lines, in order. */
    placeholders: section.getByRole('button', { name: /^\{[A-Z_]+\}$/ }),
  };
}

/** The parts of the page 'Mail settings'. */
export function mailPage(page: Page) {
  const screen = frame(page, 'settings-mail');
  const input = (label: string) => screen.getByLabel(label, { exact: true });
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return {
    screen,
    sender: input('Sender name'),
    address: input('Sender address'),
    verification: templatePart(screen, TITLES.verification),
    reset: templatePart(screen, TITLES.reset),
    change: templatePart(screen, TITLES.change),
    smtp: screen.getByRole('switch', { name: 'Use SMTP mail server (recommended)' }),
    host: input('SMTP server host'),
    port: input('Port'),
    username: input('Username'),
    password: input('Password'),
    newPassword: button('Set new value'),
    showOptions: button('Show more options'),
    hideOptions: button('Hide more options'),
    tls: screen.getByRole('combobox', { name: 'TLS encryption' }),
    authMethod: screen.getByRole('combobox', { name: 'AUTH method' }),
    localName: input('EHLO/HELO domain'),
    save: button('Save changes'),
    cancel: button('Cancel'),
    sendTest: button('Send test email'),
  };
}

/** Opens the page and waits until the settings are loaded. */
export async function openMail(page: Page) {
  await page.goto('/#/settings/mail');
  const shown = mailPage(page);
  await expect(shown.sender).toBeVisible();
  return shown;
}

/** The line below a field with its message. */
export async function noteOf(field: Locator): Promise<Locator> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  return field.page().locator(`[id="${ids.split(' ').at(-1)}"]`);
}

/** The parts of the popup 'Send test email'. */
export function testPopup(page: Page) {
  const popup = page.getByRole('dialog', { name: 'Send test email' });
  return {
    popup,
    radios: popup.getByRole('radio'),
    verification: popup.getByRole('radio', { name: '"Verification" template' }),
    reset: popup.getByRole('radio', { name: '"Password reset" template' }),
    change: popup.getByRole('radio', { name: '"Confirm email change" template' }),
    email: popup.getByLabel('To email address'),
    send: popup.getByRole('button', { name: 'Send', exact: true }),
    close: popup.getByText('Close', { exact: true }),
  };
}
