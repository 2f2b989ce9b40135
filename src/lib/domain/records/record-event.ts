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
