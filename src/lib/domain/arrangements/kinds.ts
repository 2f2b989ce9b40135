import type { JsonObject } from '#domain/app/is-object.ts';
import { list, members, parseJson, text } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import { FOLDERS_KEY, TEMPLATES_KEY, VIEWS_KEY } from '#domain/app/storage-keys.ts';
import { parseFolders } from '#domain/collections/folders.ts';
import { parseNotes } from './notes.ts';
import { NOTES_KEY } from './storage-keys.ts';

/** The shared values of one kind by their keys, mostly ids of collections. */
export type Docs = Readonly<Record<string, unknown>>;

/** A kind of arrangement: how the stored text of this device is divided into values that are shared one by one. */
export interface ArrangedKind {
  readonly kind: string;
  readonly storageKey: string;
  /** Reads any text. */
  readonly read: (text: string) => Docs;
  /** The stored text with these values in place of all its own; '' for none. */
  readonly write: (text: string, docs: Docs) => string;
}

/** A list of objects with a `collectionId`, divided by it. */
const listKind = (kind: string, storageKey: string): ArrangedKind => ({
  kind,
  storageKey,
  read(stored) {
    const items = list(parseJson(stored), members);
    const groups = Map.groupBy(items, (item) => text(ownOf(item, 'collectionId')));
    groups.delete('');
    return Object.fromEntries(groups);
  },
  write(_stored, docs) {
    const items = Object.entries(docs).flatMap(([id, value]) =>
      list(value, members).filter((item) => ownOf(item, 'collectionId') === id),
    );
    return items.length ? JSON.stringify(items) : '';
  },
});

/** The one value of a sidebar. Which folders are folded belongs to each device. */
const SIDEBAR = 'sidebar';

const folderKind: ArrangedKind = {
  kind: 'folders',
  storageKey: FOLDERS_KEY,
  read(stored): Docs {
    if (!stored) return {};
    const { mode, folders } = parseFolders(stored);
    return { [SIDEBAR]: { mode, folders } };
  },
  write(stored, docs) {
    const value = members(ownOf(docs, SIDEBAR));
    const kept: JsonObject = members(parseJson(stored));
    return Object.keys(value).length ? JSON.stringify({ ...kept, ...value }) : '';
  },
};

const noteKind: ArrangedKind = {
  kind: 'notes',
  storageKey: NOTES_KEY,
  read: parseNotes,
  // As they are read: what is longer is in the base of the shared ones already, and storage has no room for it twice.
  write: (_stored, docs) =>
    Object.keys(docs).length ? JSON.stringify(parseNotes(JSON.stringify(docs))) : '',
};

/** The stored text as the backend keeps it: with another character in place of half a one, which JSON escapes. */
const wellFormed = (stored: string): string =>
  /\\ud[89a-f]/i.test(stored)
    ? JSON.stringify(parseJson(stored), (_, value) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      )
    : stored;

/** Everything that administrators may share. */
export const ARRANGED_KINDS: readonly ArrangedKind[] = [
  folderKind,
  listKind('views', VIEWS_KEY),
  listKind('templates', TEMPLATES_KEY),
  noteKind,
].map((kind) => ({ ...kind, read: (stored) => kind.read(wellFormed(stored)) }));
