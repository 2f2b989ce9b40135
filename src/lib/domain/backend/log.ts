/* The log of a backend. */
import type { Raw } from './field.ts';

/** What a member of an entry means. */
export type LogRole =
  | 'duration'
  | 'kind'
  | 'who'
  | 'status'
  | 'method'
  | 'address'
  | 'referer'
  | 'connection'
  | 'client'
  | 'agent'
  | 'error'
  | 'details'
  | 'account';

/** What an entry says beside its message, as the backend has it: people read it and filter by it. */
export interface LogMember {
  readonly name: string;
  /** In a filter: `data.status`. */
  readonly path: string;
  readonly role: LogRole | undefined;
  readonly value: unknown;
}

/** A request to the API. What is not known is undefined. */
export interface LoggedRequest {
  readonly method: string | undefined;
  /** From the path on, with its query, as it was sent. */
  readonly address: string | undefined;
  readonly status: number | undefined;
  /** In ms, of the backend. */
  readonly duration: number | undefined;
  readonly isByAdmin: boolean;
}

export interface LogEntry {
  readonly id: string;
  /** Usually a multiple of 4, see `LOG_LEVELS`. */
  readonly level: number;
  readonly message: string;
  /** `2026-11-05 12:00:00.123Z`, in UTC. */
  readonly time: string;
  /** Undefined for an entry of anything else. */
  readonly request: LoggedRequest | undefined;
  /** In the order in which they are stored. */
  readonly members: readonly LogMember[];
  readonly raw: Raw;
}

export interface LogStat {
  /** Its start in UTC, `2026-11-05 12:00:00.000Z`. */
  readonly date: string;
  readonly total: number;
}

/** The paths of members in filters, by what they mean. */
export type LogPaths = Readonly<Record<'status' | 'address', string>>;

/** The member of an entry that means this, if it has one. */
export const memberOf = (entry: LogEntry, role: LogRole): LogMember | undefined =>
  entry.members.find((member) => member.role === role);
