import type PocketBase from 'pocketbase';
import { type CallOptions, call, toApiError } from '#api/client.ts';
import { members, text } from '#domain/app/lenient.ts';

/** What happened to a record. */
export type RecordAction = 'create' | 'update' | 'delete';

/** A change of a record, without its values. */
export interface RecordEvent {
  readonly action: RecordAction;
  readonly id: string;
  /** Time of the last update, as the backend writes it. */
  readonly updated: string;
}

export interface Subscription {
  /** Id of the collection. */
  readonly collection: string;
  /** Id of a record; undefined for all records of the collection. */
  readonly record?: string | undefined;
  readonly onEvent: (event: RecordEvent) => void;
  /** The connection was established, for the first time or again: changes before that may have been missed. */
  readonly onConnected: () => void;
}

/** The client's own topic: it reports every connection, also one after a lost one (RTm-02). */
const CONNECTED = 'PB_CONNECT';
/** Events contain only these fields: an event is a hint, and values may be large or secret. */
const HINT = { query: { fields: 'id,updated' } };

const isAction = (action: unknown): action is RecordAction =>
  action === 'create' || action === 'update' || action === 'delete';

/** All current subscriptions, by topic. They share one connection. */
const subscriptions = new Map<string, Set<Subscription>>();

const all = () => [...subscriptions.values()].flatMap((each) => [...each]);

function receive(topic: string, data: unknown) {
  const { action, record } = members(data);
  const { id, updated } = members(record);
  if (!isAction(action)) return;
  for (const { onEvent } of subscriptions.get(topic) ?? [])
    onEvent({ action, id: text(id), updated: text(updated) });
}

/** Adds a subscription; resolves when the backend knows its topic. */
async function add({ realtime }: PocketBase, topic: string, subscription: Subscription): Promise<void> {
  const isFirst = !subscriptions.size;
  const present = subscriptions.get(topic);
  subscriptions.set(topic, new Set([...(present ?? []), subscription]));
  await Promise.all([
    isFirst &&
      realtime.subscribe(CONNECTED, () => {
        for (const { onConnected } of all()) onConnected();
      }),
    !present && realtime.subscribe(topic, (data) => receive(topic, data), HINT),
  ]);
}

function remove({ realtime }: PocketBase, topic: string, subscription: Subscription): void {
  const present = subscriptions.get(topic);
  if (!present?.delete(subscription) || present.size) return;
  subscriptions.delete(topic);
  // Without a topic it closes the connection, and sends no request. No screen of Atoll uses it for anything else.
  const stopped = subscriptions.size ? realtime.unsubscribe(topic) : realtime.unsubscribe();
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
  options: Required<CallOptions>,
): Promise<void> {
  const { collection, record = '*' } = subscription;
  const topic = `${collection}/${record}`;
  await call(async (client, signal) => {
    signal.throwIfAborted();
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
