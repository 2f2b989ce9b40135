import type { Locator, Page } from '@playwright/test';
import type { Email } from 'postal-mime';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import type { Backend } from '#tests/support/backend.ts';
import { type Collection, createAccounts } from '#tests/support/factories.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

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

/** Creates a collection whose users get real mails, which lead to the Atoll at `address`. */
export async function startMailing(backend: Backend, address: string) {
  const { api, url } = backend;
  const sink = await startSmtpSink();
  await sendMailTo(api, sink, address);
  const collection = await createAccounts(api);
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}/api/collections/${collection.id}/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: token },
      body: JSON.stringify(body),
    });
  const signIn = (identity: string, password: string) => post('auth-with-password', { identity, password });
  const linkTo = async (address: string, what: string) =>
    linkIn(
      await sink.nextMessage(
        (mail) => mail.to?.[0]?.address === address && linkIn(mail).includes(`/confirm-${what}/`),
      ),
    );
  async function newUser(): Promise<MailedUser> {
    const user = await createUser(backend, collection.id);
    const email = String(user['email']);
    return {
      collection,
      id: user.id,
      email,
      password: PASSWORD,
      async link(what) {
        await post(`request-${what}`, { email });
        return linkTo(email, what);
      },
      async emailChangeLink(newEmail) {
        const { token } = await (await signIn(email, PASSWORD)).json();
        await post('request-email-change', { newEmail }, token);
        return linkTo(newEmail, 'email-change');
      },
      canSignIn: async (identity, password) => (await signIn(identity, password)).ok,
    };
  }
  return { newUser, stop: sink.stop };
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
