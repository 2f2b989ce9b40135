import { afterEach, describe, expect, test } from 'vitest';
import { $route, replaceHash, startRouting } from '#stores/app/route.ts';
import { startSession } from '#stores/app/session.ts';
import { userEmailChangeForm, userResetForm } from '#stores/public/forms.ts';
import { $verification, verify } from '#stores/public/verification.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { startMailing } from '#tests/support/public/user-mails.ts';
import { backend } from '../backend-fixture.ts';
import { startStores } from '../start-stores.ts';
import { until } from '../until.ts';

startStores(() => [startSession(), startRouting()]);

const NEW_PASSWORD = 'a-brand-new-password';

describe.runIf(hasNewerLine)('[NW-13] the links in mails to users', () => {
  afterEach(() => {
    userResetForm.close();
    userEmailChangeForm.close();
  });

  test('verify an address, change the password and the address', async () => {
    const mailing = await startMailing(backend(), 'http://atoll.test');
    const user = await mailing.newUser();
    const open = (link: string) => {
      replaceHash(new URL(link).hash);
      return link.split('/').at(-1) ?? '';
    };

    const token = open(await user.link('verification'));
    expect($route.get()?.definition.frame).toBe('user-verification');
    verify(token);
    await until($verification, ({ state }) => state !== 'busy');
    expect($verification.get()).toEqual({ state: 'done' });

    open(await user.emailChangeLink('moved@example.com'));
    expect($route.get()?.definition.frame).toBe('user-email-change');
    userEmailChangeForm.set('password', user.password);
    expect(await userEmailChangeForm.save()).toBe(true);
    expect(await user.canSignIn('moved@example.com', user.password)).toBe(true);

    const other = await mailing.newUser();
    open(await other.link('password-reset'));
    expect($route.get()?.definition.frame).toBe('user-reset');
    userResetForm.edit(() => ({ password: NEW_PASSWORD, passwordConfirm: NEW_PASSWORD }));
    expect(await userResetForm.save()).toBe(true);
    expect(await other.canSignIn(other.email, NEW_PASSWORD)).toBe(true);
    await mailing.stop();
  });
});
