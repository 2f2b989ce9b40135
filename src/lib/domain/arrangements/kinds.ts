import { QUERIES_KEY } from '#domain/app/later-keys.ts';
import { list, members, parseJson, text } from '#domain/app/lenient.ts';
import { FOLDERS_KEY, TEMPLATES_KEY, VIEWS_KEY } from '#domain/app/storage-keys.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { MARKDOWN_KEY, NOTES_KEY, type Notes, withNote } from './notes.ts';

/** Each thing by its id: `folders/sidebar`, `views/COLLECTION/VIEW`, `notes/COLLECTION/FIELD`. */
export type Things = Readonly<Record<string, unknown>>;

/** By storage key, as a device stores them. */
export type Texts = Readonly<Record<string, string>>;

/** How what a device stores is divided into things, which are shared one by one. */
interface ArrangedKind {
  readonly kind: string;
  readonly storageKey: string;
  readonly read: (stored: unknown) => Things;
  /** The stored value with these things in place of its own; empty for none. */
  readonly write: (stored: unknown, things: Things) => object;
}

/** A list of objects with an `id` and a `collectionId`. */
function listKind(kind: string, storageKey: string): ArrangedKind {
  const idOf = (item: unknown): string => {
    const { collectionId, id } = members(item);
    return text(collectionId) && text(id) && `${kind}/${collectionId}/${id}`;
  };
  return {
    kind,
    storageKey,
    read: (stored) =>
      Object.fromEntries(list(stored, (item) => [idOf(item), item] as const).filter(([id]) => id)),
    // What can't be shared stays.
    write: (stored, things) => [
      ...Object.entries(things).flatMap(([id, item]) => (idOf(item) === id ? [item] : [])),
      ...list(stored, (item) => item).filter((item) => !idOf(item)),
    ],
  };
}

/** Which folders are folded belongs to each device. */
const SIDEBAR = 'folders/sidebar';

const folderKind: ArrangedKind = {
  kind: 'folders',
  storageKey: FOLDERS_KEY,
  read(stored) {
    const { folded: _, ...shared } = members(stored);
    return Object.keys(shared).length ? { [SIDEBAR]: shared } : {};
  },
  write(stored, things) {
    const shared = members(things[SIDEBAR]);
    const { folded } = members(stored);
    return Object.keys(shared).length ? { ...shared, ...(folded !== undefined && { folded }) } : {};
  },
};

/** Texts of collections and fields. */
const noteKind = (name: string, storageKey: string): ArrangedKind => ({
  kind: name,
  storageKey,
  read: (stored) =>
    Object.fromEntries(
      Object.entries(members(stored)).flatMap(([collectionId, notes]) =>
        // As notes of such a collection, earlier versions of Atoll have stored the records of this one.
        Object.entries(collectionId.includes('/') ? {} : members(notes)).map(([field, note]) => [
          `${name}/${collectionId}/${field}`,
          // The backend would read a text by itself as the number or the list that it may look like.
          { text: note },
        ]),
      ),
    ),
  /** Cut to its length: what is longer is known as shared already, and storage has no room for it twice. */
  write(_stored, things) {
    let notes: Notes = {};
    for (const [id, thing] of Object.entries(things)) {
      const [kind, collectionId = '', ...field] = id.split('/');
      if (kind === name) notes = withNote(notes, collectionId, field.join('/'), text(members(thing)['text']));
    }
    return notes;
  },
});

const KINDS: readonly ArrangedKind[] = [
  folderKind,
  listKind('views', VIEWS_KEY),
  listKind('templates', TEMPLATES_KEY),
  listKind('queries', QUERIES_KEY),
  noteKind('notes', NOTES_KEY),
  noteKind('markdown', MARKDOWN_KEY),
];

/** Storage keys of everything that administrators may share. */
export const ARRANGED_KEYS = KINDS.map(({ storageKey }) => storageKey);

/** The things in a value of an earlier version, which shared all of a collection as `views/COLLECTION`. */
export function splitValue(id: string, value: unknown): Things {
  const [kind, ...key] = id.split('/');
  const stored = kind === 'notes' ? { [key.join('/')]: value } : value;
  return KINDS.find((one) => one.kind === kind)?.read(stored) ?? {};
}

/** Whether the id is that of a thing which this version of Atoll knows. */
export const isKnownKind = (id: string): boolean => KINDS.some(({ kind }) => id.startsWith(`${kind}/`));

/** As the backend keeps a text: with another character in place of half a one, which JSON escapes. */
function parseWellFormed(stored = ''): unknown {
  const value = parseJson(stored);
  if (!/\\ud[89a-f]/i.test(stored)) return value;
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' ? one.toWellFormed() : one));
}

export const readTexts = (texts: Texts): Things =>
  Object.assign({}, ...KINDS.map(({ storageKey, read }) => read(parseWellFormed(texts[storageKey]))));

/** With these things in place of their own; '' for none. A text that has the same already stays as it is. */
export const writeTexts = (texts: Texts, things: Things): Texts =>
  Object.fromEntries(
    KINDS.map(({ storageKey, read, write }) => {
      const before = texts[storageKey] ?? '';
      const stored = parseWellFormed(before);
      const written = write(stored, things);
      if (isSameStructure(read(written), read(stored))) return [storageKey, before];
      return [storageKey, Object.keys(written).length ? JSON.stringify(written) : ''];
    }),
  );
