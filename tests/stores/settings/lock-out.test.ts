import { expect, onTestFinished, test, vi } from 'vitest';
import '#tests/support/browser-stub.ts';
import { Random } from '#scripts/lib/random.ts';
import { $question } from '#stores/app/confirm.ts';
import { $session } from '#stores/app/session.ts';
import { applicationForm as form } from '#stores/settings/application.ts';
import { casesOf } from '#tests/support/cases.ts';
import { isFrom } from '#wire/versions.ts';
import { onNewer } from '../newer-backends.ts';
import { removeToasts } from '../toasts.ts';
import { until } from '../until.ts';

/** What a proxy in front of the backend says of the page's requests. */
const FORWARDED = '203.0.113.9, 198.51.100.7';
const MAPPED = '::ffff:203.0.113.9';

const ENTRIES = [
  ...['127.0.0.1', '127.0.0.0/8', '127.0.0.1/32', '127.0.0.2', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ...['::ffff:127.0.0.0/104', '0.0.0.0/0', '::/0', '10.0.0.0/8', '203.0.113.9', '203.0.113.0/24'],
  ...['198.51.100.7', '198.51.100.0/30', MAPPED, '127.1', '0177.0.0.1', '2130706433', '1', 'localhost', ''],
  ...['127.0.0.1/33', '127.0.0.1/', ' 127.0.0.1', '0:0:0:0:0:0:0:1', '127.000.000.001', '0.0.0.0', '::/128'],
];
const HEADERS = [[], [], ['X-Forwarded-For'], ['X-Real-IP'], ['X-Real-IP', 'X-Forwarded-For'], ['X-Mapped']];

onNewer(
  (backend, version) => {
    /** Sends what a proxy in front of the backend would add. */
    function standBehindProxy(): void {
      const send = globalThis.fetch;
      vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
        const headers = new Headers(init.headers);
        headers.set('X-Forwarded-For', FORWARDED);
        headers.set('X-Mapped', MAPPED);
        return send(input, { ...init, headers });
      });
      onTestFinished(() => void vi.unstubAllGlobals());
    }

    /** Answers every question as somebody careful does: no to what may keep them out. */
    const answerCarefully = () =>
      $question.listen((question) => question && queueMicrotask(() => question.answer(false)));

    const isLetIn = async () => {
      const response = await fetch(`${backend().url}/api/settings`, {
        headers: { Authorization: $session.get()?.token ?? '' },
      });
      return response.status === 200;
    };

    test.runIf(isFrom(version, 38))(
      '[BY-36] a careful person is locked out by no list and no header, in whatever order they save them',
      { timeout: 120_000 },
      async () => {
        standBehindProxy();
        const random = new Random(50);
        const stop = form.start();
        await until(form.$state, (state) => state === 'ready');
        const stopAnswering = answerCarefully();
        onTestFinished(() => {
          stopAnswering();
          stop();
        });
        let saved = 0;
        const tries = casesOf(500);
        for (let number = 0; number < tries; number++) {
          removeToasts();
          const before = JSON.stringify(form.$base.get());
          const parts = random.some(['list', 'headers', 'first', 'name'] as const, 1, 3);
          if (parts.includes('list')) form.set('administrators.addresses', random.some(ENTRIES, 0, 3));
          if (parts.includes('headers')) form.set('proxy.headers', random.pick(HEADERS));
          if (parts.includes('first')) form.set('proxy.usesFirst', random.chance(0.5));
          if (parts.includes('name')) form.set('application.name', `Try ${number}`);
          if (await form.save()) saved += Number(JSON.stringify(form.$base.get()) !== before);
          else form.cancel();
          const state = JSON.stringify([
            form.$base.get()['administrators.addresses'],
            form.$base.get()['proxy.headers'],
          ]);
          expect(await isLetIn(), `after try ${number}: ${state}`).toBe(true);
        }
        expect(saved).toBeGreaterThan(tries / 10);
      },
    );
  },
  ['0.40.6'],
  ['0.38.2'],
);
