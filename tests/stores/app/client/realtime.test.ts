import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { sdk } from '#api/sdk.ts';
import { createUser } from '#tests/support/accounts.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { answerCalls, backend, watchCalls } from './client-fixture.ts';

const pb = () => sdk(api());

afterEach(async () => {
  await pb().realtime.unsubscribe();
  vi.useRealTimers();
});

describe('on a real backend', () => {
  test('[RTm-01][RTm-02] connects, gets a client id, sends its subscriptions and receives a change', async () => {
    await pb().admins.authWithPassword(ADMIN_EMAIL, ADMIN_PASSWORD);
    const calls = watchCalls();
    const received = Promise.withResolvers<{ action: string; record: { id: string } }>();
    const connecting = pb().collection('users').subscribe('*', received.resolve);
    expect(pb().realtime.isConnected).toBe(false);
    expect(pb().realtime.clientId).toBe('');
    await connecting;
    expect(pb().realtime.isConnected).toBe(true);
    expect(pb().realtime.clientId).not.toBe('');
    expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      {
        method: 'POST',
        path: '/api/realtime',
        body: { clientId: pb().realtime.clientId, subscriptions: ['users/*'] },
      },
    ]);
    const { id } = await createUser(backend(), 'users');
    await backend().api.patch(`/api/collections/users/records/${id}`, { name: 'Ann' });
    expect(await received.promise).toMatchObject({ action: 'update', record: { id, name: 'Ann' } });
  });
});

describe('on a connection that fails', () => {
  class FakeSource extends EventTarget {
    static all: FakeSource[] = [];
    static get last(): FakeSource {
      const last = FakeSource.all.at(-1);
      if (!last) throw new Error('No event source was created.');
      return last;
    }
    onerror: (() => void) | undefined;
    constructor(readonly url: string) {
      super();
      FakeSource.all.push(this);
    }
    close() {}
    fail() {
      this.onerror?.();
    }
    connect(id: string) {
      this.dispatchEvent(new MessageEvent('PB_CONNECT', { lastEventId: id }));
    }
  }

  beforeEach(() => {
    FakeSource.all = [];
    vi.useFakeTimers();
    vi.stubGlobal('EventSource', FakeSource);
  });

  /** Subscribes and establishes the connection. */
  async function connect() {
    answerCalls(() => ({}));
    const subscribed = pb()
      .collection('users')
      .subscribe('*', () => {});
    FakeSource.last.connect('client-1');
    await subscribed;
  }

  test('[RTm-03] stops the first connection attempt after 15000 ms', async () => {
    const subscribed = pb()
      .collection('users')
      .subscribe('*', () => {})
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(FakeSource.all).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await subscribed).toMatchObject({
      originalError: { message: 'EventSource connect took too long.' },
    });
  });

  test('[RTm-03] reports a connection that can’t be established', async () => {
    const subscribed = pb()
      .collection('users')
      .subscribe('*', () => {})
      .catch((error: unknown) => error);
    FakeSource.last.fail();
    expect(await subscribed).toMatchObject({
      originalError: { message: 'Failed to establish realtime connection.' },
    });
  });

  test('[RTm-04] reconnects after growing delays, without a limit', async () => {
    await connect();
    const delays = [200, 300, 500, 1000, 1200, 1500, 2000, ...Array.from({ length: 20 }, () => 2000)];
    let connections = 1;
    for (const delay of delays) {
      FakeSource.last.fail();
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(FakeSource.all).toHaveLength(connections);
      await vi.advanceTimersByTimeAsync(1);
      connections += 1;
      expect(FakeSource.all).toHaveLength(connections);
    }
  });

  test('[RTm-04] after reconnecting, sends the subscriptions again and resets the delays', async () => {
    await connect();
    FakeSource.last.fail();
    await vi.advanceTimersByTimeAsync(200);
    const bodies: unknown[] = [];
    answerCalls((call) => {
      bodies.push(call.body);
      return {};
    });
    FakeSource.last.connect('client-2');
    await vi.advanceTimersByTimeAsync(0);
    expect(bodies).toEqual([{ clientId: 'client-2', subscriptions: ['users/*'] }]);
    FakeSource.last.fail();
    await vi.advanceTimersByTimeAsync(199);
    expect(FakeSource.all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSource.all).toHaveLength(3);
  });

  test('[RTm-04] sends subscriptions that changed during the request again, up to three times', async () => {
    let sent = 0;
    answerCalls(() => {
      sent += 1;
      // At every response there is one topic more than was sent.
      void pb().realtime.subscribe(`late-${sent}`, () => {});
      return {};
    });
    const subscribed = pb().realtime.subscribe('first', () => {});
    FakeSource.last.connect('client-1');
    await subscribed;
    expect(sent).toBe(4);
  });
});
