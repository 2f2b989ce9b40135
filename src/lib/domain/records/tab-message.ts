import { members, text } from '#domain/app/lenient.ts';
import { parseRecordEvent, type RecordEvent } from './record-event.ts';

/** The records of a subscription. */
export interface Topic {
  /** Id of the collection. */
  readonly collection: string;
  /** Id of a record; undefined for all records of the collection. */
  readonly record?: string | undefined;
}

/** A tab wants to follow a topic through the connection of another one. */
export interface FollowMessage extends Topic {
  readonly type: 'follow';
  /** Id of the subscription. */
  readonly id: string;
}

/** A message to all tabs. The first one says that the sender has the connection from now on. */
export type TabMessage = { readonly type: 'connecting' } | FollowMessage;

/** What the tab with the connection tells about one subscription of another tab. */
export type TabAnswer =
  /** It has received the request. */
  | { readonly type: 'heard' }
  /** The backend knows the topic, for the first time or again. */
  | { readonly type: 'connected' }
  /** The backend does not know the topic; nothing follows. */
  | { readonly type: 'failed' }
  | { readonly type: 'event'; readonly event: RecordEvent };

/** Reads a message of another tab, which may run another version of the page; undefined for anything unknown. */
export function parseTabMessage(message: unknown): TabMessage | undefined {
  const { type, id, collection, record } = members(message);
  if (type === 'connecting') return { type };
  if (type !== 'follow' || !text(id) || !text(collection)) return undefined;
  return { type, id: text(id), collection: text(collection), record: text(record) || undefined };
}

/** As {@link parseTabMessage}, for an answer. */
export function parseTabAnswer(answer: unknown): TabAnswer | undefined {
  const { type, event } = members(answer);
  if (type === 'heard' || type === 'connected' || type === 'failed') return { type };
  const parsed = type === 'event' ? parseRecordEvent(members(event)['action'], event) : undefined;
  return parsed && { type: 'event', event: parsed };
}
