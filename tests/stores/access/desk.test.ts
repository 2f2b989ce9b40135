import { expect, test } from 'vitest';
import { isValid } from '#domain/access/issued-tokens.ts';
import { SIGN_IN_TEXTS } from '#domain/access/sign-ins.ts';
import { members, text } from '#domain/app/lenient.ts';
import { $issued, endSessions, forgetIssued } from '#stores/access/issued-tokens.ts';
import { $question } from '#stores/app/confirm.ts';
import { $adminId, $session, signIn } from '#stores/app/session.ts';
import { createImpersonation } from '#stores/records/panel/impersonation.ts';
import { createSignIns } from '#stores/records/panel/sign-ins.ts';
import type { Backend } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { uniqueName } from '#tests/support/factories.ts';
import { startSmtpSink } from '#tests/support/smtp.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { answerQuestion } from '../answer-question.ts';
import { onNewer } from '../newer-backends.ts';
import { typedToasts } from '../toasts.ts';
import { until } from '../until.ts';

const PASSWORD = 'correct-horse-2';

onNewer(
  (backend) => {
    const send = async (path: string, body: object, token = '', method = 'POST') => {
      const response = await fetch(`${backend().url}/api/collections/users/${path}`, {
        ...{ method, body: JSON.stringify(body) },
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: token }) },
      });
      return { status: response.status, data: members(await response.json()) };
    };

    /** An account that has signed in, asked for a code, and waits for a second factor. */
    async function prepare({ api }: Backend) {
      const email = `${uniqueName('desk')}@example.com`;
      const setUp = (isOn: boolean) =>
        api.patch('/api/collections/users', {
          ...{ otp: { enabled: true }, mfa: { enabled: isOn }, authAlert: { enabled: true } },
        });
      const { id } = await api.post<{ id: string }>('/api/collections/users/records', {
        ...{ email, password: PASSWORD, passwordConfirm: PASSWORD },
      });
      const sink = await startSmtpSink();
      await api.patch('/api/settings', { smtp: { enabled: true, host: '127.0.0.1', port: sink.port } });
      const identity = { identity: email, password: PASSWORD };
      await setUp(true);
      await send('auth-with-password', identity);
      await send('request-otp', { email });
      await sink.nextMessage();
      await setUp(false);
      const { data } = await send('auth-with-password', identity);
      await sink.stop();
      const users = await api.get<{ id: string }>('/api/collections/users');
      const account = { collectionId: users.id, collectionName: 'users', accountId: id, account: email };
      return { account, token: text(data['token']), identity };
    }
    const refresh = async (token: string) => (await send('auth-refresh', {}, token)).status;

    test('[BY-30] places, pending codes and factors of an account are listed, and removed after a question', async () => {
      const { account, identity } = await prepare(backend());
      const { collectionId, accountId, account: email } = account;
      const signIns = createSignIns(collectionId, accountId);
      const stop = signIns.start();
      const loaded = async () => {
        const load = await until(signIns.$traces, ({ state }) => state === 'ready');
        if (load.state !== 'ready') throw new Error('Not loaded.');
        return load.value;
      };
      const { place, code, factor } = await loaded();
      expect([place.length, code.length, factor.length]).toEqual([1, 1, 1]);
      expect(code[0]?.about).toBe(email);
      expect(factor[0]?.about).toBe('password');
      const [known] = place;
      await send('auth-with-password', identity);
      await signIns.reload();
      const [again] = (await loaded()).place;
      expect(again?.id).toBe(known?.id);
      expect(again?.created).toBe(known?.created);
      expect((again?.updated ?? '') > (known?.updated ?? '')).toBe(true);

      for (const [kind, trace] of [
        ['place', place[0]],
        ['code', code[0]],
        ['factor', factor[0]],
      ] as const) {
        if (!trace) throw new Error(`No ${kind}.`);
        const refused = signIns.remove(kind, trace);
        expect(await answerQuestion(false)).toContain('Do you really want to remove');
        await refused;
        expect((await loaded())[kind]).toHaveLength(1);
        const removed = signIns.remove(kind, trace);
        await answerQuestion(true);
        await removed;
        expect((await loaded())[kind]).toEqual([]);
      }
      stop();
    });

    test('[BY-31][BY-32] a token that was issued is listed without itself, and ends with all sessions of its account', async () => {
      const { account, token } = await prepare(backend());
      const other = await prepare(backend());
      const session = createImpersonation(account);
      await session.make(3600, '  a support case ');
      const { token: issued = '' } = session.$made.get() ?? {};
      session.stop();
      const elsewhere = createImpersonation(other.account);
      await elsewhere.make(3600, '');
      elsewhere.stop();
      expect($issued.get().map(({ account: name, why, by }) => [name, why, by])).toEqual(
        expect.arrayContaining([[account.account, 'a support case', ADMIN_EMAIL]]),
      );
      const kept = [...browser.storage.values(), ...browser.tabStorage.values()].join('\n');
      expect(kept).toContain('a support case');
      expect(kept).not.toContain(issued);
      expect([await refresh(token), (await readAs(issued, account.accountId)).status]).toEqual([200, 200]);

      const declined = endSessions(account);
      await answerQuestion(false);
      expect(await declined).toBe(false);
      expect(await refresh(token)).toBe(200);
      const ended = endSessions(account);
      await answerQuestion(true);
      expect(await ended).toBe(true);
      expect([await refresh(token), await refresh(issued)]).toEqual([401, 401]);
      const now = Date.now();
      const states = new Map($issued.get().map((one) => [one.accountId, isValid(one, now)]));
      expect(states.get(account.accountId)).toBe(false);
      expect(states.get(other.account.accountId)).toBe(true);
      expect(await refresh(other.token)).toBe(200);
      for (const { id } of $issued.get()) forgetIssued(id);
      expect($issued.get()).toEqual([]);
    });
    const readAs = (token: string, id: string) =>
      fetch(`${backend().url}/api/collections/users/records/${id}`, { headers: { Authorization: token } });

    test('[BY-31] ending the own sessions says so, and leads to the sign-in', async () => {
      const { api } = backend();
      const own = $adminId.get() ?? '';
      const superusers = await api.get<{ id: string }>('/api/collections/_superusers');
      const account = {
        ...{
          collectionId: superusers.id,
          collectionName: '_superusers',
          accountId: own,
          account: ADMIN_EMAIL,
        },
      };
      const ended = endSessions(account);
      expect((await until($question, (question) => question !== undefined))?.loss).toContain(
        'your own account',
      );
      await answerQuestion(true);
      expect(await ended).toBe(true);
      expect($session.get()).toBeUndefined();
      expect(typedToasts()).toContain(`success: ${SIGN_IN_TEXTS.ended(ADMIN_EMAIL)}`);
      await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
      expect($session.get()).toBeDefined();
    });
  },
  ['0.40.6'],
  ['0.23.12', '0.28.4'],
);
