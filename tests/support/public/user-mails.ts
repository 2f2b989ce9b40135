import type { Locator, Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import type { Backend } from '#tests/support/backend.ts';
import { type Collection, createAccounts } from '#tests/support/factories.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

/** The password of users made by `createUser`. */

/** A user of an app whose backend sends real mails. */
export interface MailedUser {
  readonly collection: Collection;
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Requests a mail like an app and returns the link in it. */
  link(what: 'verification' | 'password-reset'): Promise<string>;
  /** The link in the mail to a new address. */
  emailChangeLink(newEmail: string): Promise<string>;
  /** Whether the user can sign in. */
  canSignIn(email: string, password: string): Promise<boolean>;
}

const linkIn = (mail: Email): string => /href="([^"]+confirm-[^"]+)"/.exec(mail.html ?? '')?.[1] ?? '';

/** Runs `work` with a user of a new collection, whose mails lead to the Atoll at `appUrl`. */
export async function withMailedUser(
  backend: Backend,
  appUrl: string,
  work: (user: MailedUser) => Promise<void>,
): Promise<void> {
  const { api, url } = backend;
  const sink = await startSmtpSink();
  try {
    await sendMailTo(api, sink, appUrl);
    const collection = await createAccounts(api);
    const user = await createUser(backend, collection.id);
    const email = String(user['email']);
    const post = (path: string, body: object, token = '') =>
      fetch(`${url}/api/collections/${collection.id}/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: token },
        body: JSON.stringify(body),
      });
    const signIn = (identity: string, password: string) => post('auth-with-password', { identity, password });
    const mailTo = async (address: string) =>
      linkIn(await sink.nextMessage(({ to }) => to?.[0]?.address === address));
    await work({
      collection,
      id: user.id,
      email,
      password: PASSWORD,
      async link(what) {
        await post(`request-${what}`, { email });
        return mailTo(email);
      },
      async emailChangeLink(newEmail) {
        const { token } = await (await signIn(email, PASSWORD)).json();
        await post('request-email-change', { newEmail }, token);
        return mailTo(newEmail);
      },
      canSignIn: async (identity, password) => (await signIn(identity, password)).ok,
    });
  } finally {
    await sink.stop();
  }
}

/** The token at the end of a link. */
export const tokenOf = (link: string): string => link.split('/').at(-1) ?? '';

/** A token that no backend has signed. */
export function forgedToken(claims: object): string {
  return `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`;
}

/** The parts of a public page. */
export function publicScreen(page: Page, name: string) {
  const screen = page.locator(`[data-frame="${name}"]`);
  return {
    screen,
    heading: screen.getByRole('heading', { level: 1 }),
    close: screen.getByRole('button', { name: 'Close' }),
    button: (text: string): Locator => screen.getByRole('button', { name: text }),
    field: (label: string): Locator => screen.getByLabel(label, { exact: true }),
  };
}
