import { members, text } from '#domain/app/lenient.ts';

const ACTIONS = ['create', 'update', 'delete'] as const;

export type RecordAction = (typeof ACTIONS)[number];

export interface RecordEvent {
  readonly action: RecordAction;
  readonly id: string;
  /** Time, as the backend writes it. */
  readonly updated: string;
}

/** From the backend or from another tab; undefined for anything else. */
export function parseRecordEvent(action: unknown, record: unknown): RecordEvent | undefined {
  const known = ACTIONS.find((name) => name === action);
  const { id, updated } = members(record);
  return known && { action: known, id: text(id), updated: text(updated) };
}

export interface Topic {
  readonly collection: string;
  /** Undefined for all records of the collection. */
  readonly record?: string | undefined;
}

export interface FollowMessage extends Topic {
  readonly type: 'follow';
  readonly id: string;
}

/** To all tabs. `connecting`: the sender has the connection from now on. */
export type TabMessage = { readonly type: 'connecting' } | FollowMessage;

/** Of the tab with the connection, about one subscription. */
export type TabAnswer =
  | { readonly type: 'heard' }
  /** The backend knows the topic, for the first time or again. */
  | { readonly type: 'connected' }
  /** The backend does not know the topic; nothing follows. */
  | { readonly type: 'failed' }
  | { readonly type: 'event'; readonly event: RecordEvent };

/** The other tab may run another version of the page; undefined for anything unknown. */
export function parseTabMessage(message: unknown): TabMessage | undefined {
  const { type, id, collection, record } = members(message);
  if (type === 'connecting') return { type };
  if (type !== 'follow' || !text(id) || !text(collection)) return undefined;
  return { type, id: text(id), collection: text(collection), record: text(record) || undefined };
}

export function parseTabAnswer(answer: unknown): TabAnswer | undefined {
  const { type, event } = members(answer);
  if (type === 'heard' || type === 'connected' || type === 'failed') return { type };
  const parsed = type === 'event' ? parseRecordEvent(members(event)['action'], event) : undefined;
  return parsed && { type: 'event', event: parsed };
}
