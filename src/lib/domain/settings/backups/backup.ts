import { type JsonObject, text } from '#domain/app/lenient.ts';

/** A backup of the backend's data. */
export interface Backup {
  /** Its file name. */
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** As the backend returns dates: `2026-11-05 12:00:00.123Z`. */
  readonly modified: string;
}

/** Reads a backup of the backend's list. */
export function parseBackup(item: JsonObject): Backup {
  const { key, size, modified } = item;
  return { key: text(key), size: typeof size === 'number' ? size : 0, modified: text(modified) };
}

/** The backups with the newest first. */
export const newestFirst = (backups: readonly Backup[]): readonly Backup[] =>
  backups.toSorted((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0));

const NAME = /^[a-z0-9_-]+\.zip$/;

/** Whether the backend accepts a name for a new backup; it makes one up for an empty name. */
export const isBackupName = (name: string): boolean => name === '' || NAME.test(name);
