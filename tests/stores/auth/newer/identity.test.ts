import { afterEach, describe, expect, test } from 'vitest';
import { $backend } from '#stores/app/line.ts';
import { $session, signOut } from '#stores/app/session.ts';
import { $identityLabel, loginForm } from '#stores/auth/login-form.ts';
import { labelSignIn } from '#stores/auth/sign-in-methods.ts';
import { backend } from '#tests/stores/backend-fixture.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';

const SUPERUSERS = '/api/collections/_superusers';

interface Stored {
  readonly id: string;
  readonly fields: readonly object[];
  readonly indexes: readonly string[];
}

describe.runIf(hasNewerLine)('who superusers are', () => {
  afterEach(() => {
    signOut();
    loginForm.reset();
  });

  test('[NW-05] may be told by another field than the email, whose name the sign-in shows', async () => {
    const { api, adminPassword } = backend();
    $backend.set({ line: 'pb23', version: '0.40.6' });
    const { fields, indexes } = await api.request<Stored>('GET', SUPERUSERS);
    await api.request('PATCH', SUPERUSERS, {
      fields: [...fields, { name: 'nickname', type: 'text' }],
      indexes: [
        ...indexes,
        "CREATE UNIQUE INDEX `by_nickname` ON `_superusers` (`nickname`) WHERE `nickname` != ''",
      ],
      passwordAuth: { enabled: true, identityFields: ['email', 'nickname'] },
    });
    const { items } = await api.request<{ items: Stored[] }>('GET', `${SUPERUSERS}/records`);
    await api.request('PATCH', `${SUPERUSERS}/records/${items[0]?.id}`, { nickname: 'boss' });
    await labelSignIn();
    expect($identityLabel.get()).toBe('Email or nickname');
    loginForm.edit(() => ({ email: 'boss', password: adminPassword }));
    expect(await loginForm.save()).toBe(true);
    expect($session.get()?.admin.id).toBe(items[0]?.id);
  });
});
