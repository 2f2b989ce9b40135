import { type CallOptions, call, toApiError } from '#api/client.ts';
import { backendUrl } from '#browser/backends.ts';
import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { members, text } from '#domain/app/lenient.ts';
import { randomSecret } from '#domain/app/random-secret.ts';
import {
  type FollowMessage,
  parseTabAnswer,
  parseTabMessage,
  type TabAnswer,
  type TabMessage,
} from '#domain/records/tab-message.ts';
import { ownError } from '../path.ts';
import { type Subscription, subscribeRecords } from './realtime.ts';

/** Time in which the tab with the connection answers, in ms. One that does not may be frozen. */
const ANSWER_TIME = 5000;
const ID_LENGTH = 20;

/** A subscription of this tab, or one that it keeps for another tab. */
interface Followed {
  readonly subscription: Subscription;
  /** Aborted when the subscription ends. */
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
}

const onAbort = (signal: AbortSignal, listener: () => void) =>
  signal.addEventListener('abort', listener, { once: true });
const untilAborted = (signal: AbortSignal) => new Promise<void>((resolve) => onAbort(signal, resolve));

/** Keeps a subscription until one of both signals is aborted. */
function keep({ subscription, signal, fail }: Followed, until: AbortSignal): void {
  const either = AbortSignal.any([signal, until]);
  subscribeRecords(subscription, { signal: either }).catch((error: unknown) => {
    if (!either.aborted) fail(error);
  });
}

/**
 * This tab among those with the same `name`, which share one connection. It belongs to the tab that holds the lock of
 * that name. The others send it their subscriptions on the channel of that name, each with a random id. A channel of this
 * id is for the answers. A lock of this id becomes free when the subscription ends, also because its tab has crashed.
 */
function createTab(name: string) {
  // Undefined in pages without a secure context: each of their tabs has a connection of its own.
  const { locks } = navigator as { locks?: LockManager };
  const channel = new BroadcastChannel(name);
  /** The subscriptions of this tab, by id. */
  const own = new Map<string, Followed>();
  /** The channels for answers to other tabs, by the ids of their subscriptions. */
  const served = new Map<string, BroadcastChannel>();
  let count = 0;
  /** Aborted when this tab stops waiting for the connection, or loses it. */
  let turn = new AbortController();
  /** The signal of `turn` while this tab has the connection. */
  let leading: AbortSignal | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const post = (message: TabMessage) => channel.postMessage(message);

  const request = (id: string, { subscription: { collection, record } }: Followed) => {
    post({ type: 'follow', id, collection, record });
    clearTimeout(silence);
    silence = setTimeout(() => void takeTurn({ steal: true }), ANSWER_TIME);
  };

  /** Has the connection as soon as the lock is free, until this tab leaves or another one gets no answer. */
  const takeTurn = async (options?: LockOptions): Promise<void> => {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    const lead = async () => {
      if (signal.aborted) return;
      leading = signal;
      clearTimeout(silence);
      for (const each of own.values()) keep(each, signal);
      post({ type: 'connecting' });
      await untilAborted(signal);
    };
    try {
      await (locks ? locks.request(name, options ?? { signal }, lead) : lead());
    } catch (error) {
      if (signal.aborted) return;
      // The browser refuses locks together with storage.
      if (!leading) return lead();
      // Only another tab that takes the lock aborts the request.
      if (!toApiError(error).isAbort) throw error;
      leading = undefined;
      void takeTurn();
      for (const [id, each] of own) request(id, each);
    }
  };

  const serve = ({ id, collection, record }: FollowMessage, until: AbortSignal) => {
    const present = served.get(id);
    const answers = present ?? new BroadcastChannel(id);
    const answer = (message: TabAnswer) => answers.postMessage(message);
    answer({ type: 'heard' });
    if (present) return;
    served.set(id, answers);
    const ended = new AbortController();
    const end = () => ended.abort();
    locks?.request(id, { signal: until }, end).catch(() => {});
    const signal = AbortSignal.any([until, ended.signal]);
    onAbort(signal, () => {
      served.delete(id);
      answers.close();
    });
    const subscription: Subscription = {
      collection,
      record,
      onEvent: (event) => answer({ type: 'event', event }),
      onConnected: () => answer({ type: 'connected' }),
    };
    const fail = () => {
      answer({ type: 'failed' });
      end();
    };
    keep({ subscription, signal, fail }, until);
  };

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseTabMessage(data);
    if (message?.type === 'follow') {
      if (leading) serve(message, leading);
    } else if (message && !leading) for (const [id, each] of own) request(id, each);
  };

  const receive = ({ subscription, fail }: Followed, data: unknown) => {
    const answer = parseTabAnswer(data);
    if (!answer || leading) return;
    clearTimeout(silence);
    if (answer.type === 'event') subscription.onEvent(answer.event);
    else if (answer.type === 'connected') subscription.onConnected();
    else if (answer.type === 'failed') fail(ownError(FALLBACK_MESSAGE));
  };

  const leave = () => {
    clearTimeout(silence);
    turn.abort();
    channel.close();
  };

  void takeTurn();
  return {
    name,
    hasLeft: (): boolean => turn.signal.aborted,
    /** Keeps a subscription until it ends or fails. */
    follow: (followed: Followed): void => {
      const { signal } = followed;
      const id = randomSecret(ID_LENGTH);
      const answers = new BroadcastChannel(id);
      answers.onmessage = ({ data }: MessageEvent<unknown>) => receive(followed, data);
      count += 1;
      onAbort(signal, () => {
        own.delete(id);
        answers.close();
        count -= 1;
        if (!count) leave();
      });
      const start = async () => {
        if (signal.aborted) return;
        own.set(id, followed);
        if (leading) keep(followed, leading);
        else request(id, followed);
        await untilAborted(signal);
      };
      if (locks) locks.request(id, { signal }, start).catch(start);
      else void start();
    },
  };
}

let tab: ReturnType<typeof createTab> | undefined;

/**
 * Follows changes of records until `signal` is aborted or the session ends, through the one connection that all tabs of a
 * browser share for a backend and an administrator. It moves to another tab when the one that has it follows nothing any
 * more. Throws ApiError if no connection can be established (RTm-03), also later, and when it is aborted.
 */
export function followRecords(
  subscription: Subscription,
  options: CallOptions & { signal: AbortSignal },
): Promise<never> {
  return call((client, signal) => {
    signal.throwIfAborted();
    const failed = new AbortController();
    const ended = AbortSignal.any([signal, failed.signal]);
    // The name decides who may share: tabs whose requests have the same rights.
    const name = `live ${backendUrl()} ${text(members(client.session.model)['id'])}`;
    if (tab?.name !== name || tab.hasLeft()) tab = createTab(name);
    const followed = { subscription, signal: ended, fail: (error: unknown) => failed.abort(error) };
    return new Promise<never>((_resolve, reject) => {
      onAbort(ended, () => reject(ended.reason));
      tab?.follow(followed);
    });
  }, options);
}
