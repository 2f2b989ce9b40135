import { type CallOptions, call, toApiError } from '#api/client.ts';
import { type SdkClient, sdk } from '#api/sdk.ts';
import { backendUrl } from '#browser/backends.ts';
import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { members, text } from '#domain/app/lenient.ts';
import { randomSecret } from '#domain/app/random-secret.ts';
import {
  type FollowMessage,
  parseRecordEvent,
  parseTabAnswer,
  parseTabMessage,
  type RecordEvent,
  type TabAnswer,
  type TabMessage,
  type Topic,
} from '#domain/records/tab-message.ts';
import { EVENT_FIELDS } from '#wire/records.ts';
import { ownError } from '../path.ts';

export interface Subscription extends Topic {
  readonly onEvent: (event: RecordEvent) => void;
  /** The backend knows the subscription, for the first time or again: changes before that may have been missed. */
  readonly onConnected: () => void;
}

/** The client's own topic: it reports every connection, also one after a lost one (RTm-02). */
const CONNECTED = 'PB_CONNECT';
const HINT = { query: { fields: EVENT_FIELDS } };

/** All current subscriptions, by topic. They share one connection. */
const subscriptions = new Map<string, Set<Subscription>>();
/** The topics that the client knows. Each promise is fulfilled when the backend knows the topic, too. */
const topics = new Map<string, Promise<unknown>>();
/** Fulfilled when the backend has all topics that were sent. */
let sent: Promise<unknown> = Promise.resolve();
let connections = 0;

function receive(topic: string, data: unknown) {
  const { action, record } = members(data);
  const event = parseRecordEvent(action, record);
  if (event) for (const { onEvent } of subscriptions.get(topic) ?? []) onEvent(event);
}

function connected() {
  connections += 1;
  for (const { onConnected } of [...subscriptions.values()].flatMap((each) => [...each])) onConnected();
}

/** Makes the client know a topic exactly while there are subscriptions to it. */
async function adjust({ realtime }: SdkClient, topic: string): Promise<void> {
  const present = topics.get(topic);
  if (subscriptions.has(topic)) {
    const known = present ?? realtime.subscribe(topic, (data) => receive(topic, data), HINT);
    topics.set(topic, known);
    await known;
  } else if (topics.delete(topic)) await realtime.unsubscribe(topic);
}

/** Each request contains all topics, so that an older one must not arrive last. */
function adjustInOrder(client: SdkClient, topic: string): Promise<void> {
  // The client itself collects topics until it is connected.
  if (!client.realtime.isConnected) return adjust(client, topic);
  const adjusted = sent.then(() => adjust(client, topic));
  sent = adjusted.catch(() => {});
  return adjusted;
}

/** Adds a subscription; resolves when the backend knows its topic. */
async function add(client: SdkClient, topic: string, subscription: Subscription): Promise<void> {
  const { realtime } = client;
  const isFirst = !subscriptions.size;
  const before = connections;
  const present = subscriptions.get(topic);
  subscriptions.set(topic, new Set([...(present ?? []), subscription]));
  await Promise.all([isFirst && realtime.subscribe(CONNECTED, connected), adjustInOrder(client, topic)]);
  const isCurrent = realtime.isConnected && subscriptions.get(topic)?.has(subscription);
  if (isCurrent && connections === before) subscription.onConnected();
}

function remove(client: SdkClient, topic: string, subscription: Subscription): void {
  const present = subscriptions.get(topic);
  if (!present?.delete(subscription) || present.size) return;
  subscriptions.delete(topic);
  if (!subscriptions.size) {
    topics.clear();
    sent = Promise.resolve();
  }
  // Without a topic it closes the connection, and sends no request. No screen of Atoll uses it for anything else.
  const stopped = subscriptions.size ? adjustInOrder(client, topic) : client.realtime.unsubscribe();
  // The backend forgets the topics of a connection when it closes.
  stopped.catch(() => {});
}

/**
 * Subscribes to changes of records until `signal` is aborted or the session ends (RTm-01). Resolves when the backend
 * knows the subscription, or while the client tries to reconnect (RTm-04). Throws ApiError if no connection can be
 * established (RTm-03); then nothing is subscribed.
 */
export async function subscribeRecords(
  subscription: Subscription,
  options: CallOptions & { signal: AbortSignal },
): Promise<void> {
  const { collection, record = '*' } = subscription;
  const topic = `${collection}/${record}`;
  await call(async (ownClient, signal) => {
    signal.throwIfAborted();
    const client = sdk(ownClient);
    const stop = () => remove(client, topic, subscription);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await add(client, topic, subscription);
    } catch (thrown) {
      signal.removeEventListener('abort', stop);
      stop();
      throw toApiError(thrown);
    }
  }, options);
}

/** Time in which the tab with the connection answers, in ms. One that does not may be frozen. */
const ANSWER_TIME = 5000;
const ID_LENGTH = 20;

/** A subscription of this tab, or one that it keeps for another tab. */
interface Followed {
  readonly subscription: Subscription;
  readonly signal: AbortSignal;
  readonly fail: (error: unknown) => void;
}

/** Undefined in pages without a secure context: each of their tabs has a connection of its own. */
type Locks = LockManager | undefined;

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

/** The channels for answers to other tabs, by the ids of their subscriptions. */
const served = new Map<string, BroadcastChannel>();

/** Keeps a subscription for another tab until that tab ends it, or `until` is aborted, and answers what it receives. */
function serve({ id, collection, record }: FollowMessage, until: AbortSignal, locks: Locks): void {
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
}

/**
 * This tab among those with the same `name`, which share one connection. It belongs to the tab that holds the lock of
 * that name. The others send it their subscriptions on the channel of that name, each with a random id. A channel of
 * this id is for the answers. A lock of this id becomes free when the subscription ends, also because its tab has
 * crashed.
 */
function createTab(name: string) {
  const { locks } = navigator as { locks: Locks };
  const channel = new BroadcastChannel(name);
  /** The subscriptions of this tab, by id. */
  const own = new Map<string, Followed>();
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

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseTabMessage(data);
    if (message?.type === 'follow') {
      if (leading) serve(message, leading, locks);
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
 * Follows changes of records until `signal` is aborted or the session ends, through the one connection that all tabs of
 * a browser share for a backend and an administrator. It moves to another tab when the one that has it follows nothing
 * any more. Throws ApiError if no connection can be established (RTm-03), also later, and when it is aborted.
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
