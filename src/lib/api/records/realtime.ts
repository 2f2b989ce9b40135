import { type CallOptions, call, toApiError } from '#api/client.ts';
import { type SdkClient, sdk } from '#api/sdk.ts';
import { members } from '#domain/app/lenient.ts';
import { parseRecordEvent, type RecordEvent } from '#domain/records/record-event.ts';
import type { Topic } from '#domain/records/tab-message.ts';

export interface Subscription extends Topic {
  readonly onEvent: (event: RecordEvent) => void;
  /** The backend knows the subscription, for the first time or again: changes before that may have been missed. */
  readonly onConnected: () => void;
}

/** The client's own topic: it reports every connection, also one after a lost one (RTm-02). */
const CONNECTED = 'PB_CONNECT';
/** Events contain only these fields: an event is a hint, and values may be large or secret. */
const HINT = { query: { fields: 'id,updated' } };

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
