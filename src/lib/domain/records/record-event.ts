import { members, text } from '#domain/app/lenient.ts';

const ACTIONS = ['create', 'update', 'delete'] as const;

/** What happened to a record. */
export type RecordAction = (typeof ACTIONS)[number];

/** A change of a record, without its values. */
export interface RecordEvent {
  readonly action: RecordAction;
  readonly id: string;
  /** Time of the last update, as the backend writes it. */
  readonly updated: string;
}

/** Reads an event, from the backend or from another tab; undefined for anything else. */
export function parseRecordEvent(action: unknown, record: unknown): RecordEvent | undefined {
  const known = ACTIONS.find((name) => name === action);
  const { id, updated } = members(record);
  return known && { action: known, id: text(id), updated: text(updated) };
}
