/*
 * The text of collections that people export, edit and import, an entry for each: every line of PocketBase has its own
 * keys in it. What an entry lacks counts: the `raw` of a collection that was read from it has no more than it says.
 */
import type { JsonObject } from '#domain/app/lenient.ts';
import type { Capabilities } from './capabilities.ts';
import type { Collection } from './collection.ts';
import type { Field } from './field.ts';
import type { ImportRefusal } from './problem.ts';

/** What an entry says of a collection beside its id, fields and indexes: each is taken over by itself. */
export interface EntryPart {
  readonly of: 'member' | 'option';
  /** Its key in the entry. */
  readonly name: string;
  /** The input that shows it; the key where there is none. */
  readonly input: string;
  readonly value: unknown;
}

/** An option that a field lacks, and needs: it gets the value that a new field has. */
export interface GivenOption {
  readonly field: Field;
  readonly option: string;
  readonly value: number;
}

/** What a collection of an import means beside the others: see {@link ConfigurationFormat.problems}. */
export interface ImportSurroundings {
  /** The one of the same id that is stored. */
  readonly stored: Collection | undefined;
  /** By id: the collections that there are after the import. */
  readonly after: ReadonlyMap<string, Collection>;
  /** Whether fields that the text omits are deleted. */
  readonly deleteMissing: boolean;
  readonly can: Capabilities;
}

/** Entries of another line of PocketBase in the words of this one. */
export interface Translation {
  readonly entries: readonly unknown[];
  /** Sentences: which line it is, and what is said in another way. */
  readonly notes: readonly string[];
  /** Parts that this line can't say, each after the name of its collection or field; with any, nothing may be sent. */
  readonly refusals: readonly string[];
}

export type Translate = (entries: readonly unknown[]) => Translation;

export interface ConfigurationFormat {
  /** What a sentence calls a backend that reads it. */
  readonly backend: string;
  /** Of the rows of a table of one collection, in their order. */
  readonly props: readonly string[];
  /** An entry with its keys in the case of the format, which the backend ignores; any other value as it is. */
  readonly spelled: (entry: unknown) => unknown;
  /** Whether it has its fields where only another line of PocketBase reads them. */
  readonly isForeign: (entry: unknown) => boolean;
  /** Fewest and most characters of the id of a field. */
  readonly fieldIds: { readonly min: number; readonly max: number };
  readonly hasType: (type: string, can: Capabilities) => boolean;
  /** Collections of the backend itself stay, also where a text deletes what it omits. */
  readonly keepsSystem: boolean;
  /** Missing parts become empty. */
  readonly read: (entry: unknown) => Collection;
  /** Without its dates. */
  readonly readUndated: (entry: unknown) => Collection;
  /** The entry as it was read, with what the collection says differently. */
  readonly write: (collection: Collection) => JsonObject;
  /** As it is sent for the one that is stored. */
  readonly sent: (collection: Collection, stored: Collection | undefined) => JsonObject;
  /** {@link ConfigurationFormat.write}, without fields, dates and secrets. */
  readonly members: (collection: Collection) => JsonObject;
  /** As the entry of its collection has it. */
  readonly field: (field: Field) => JsonObject;
  /** The type of a collection or a field as it is written; empty without one. */
  readonly typeName: (of: Pick<Collection | Field, 'raw'>) => string;
  readonly parts: (collection: Collection) => readonly EntryPart[];
  /** The first collection with these parts of the second. */
  readonly withParts: (
    to: Collection,
    from: Collection,
    parts: readonly Pick<EntryPart, 'of' | 'name'>[],
  ) => Collection;
  /**
   * With all that the backend needs: what an entry lacks becomes what the backend makes of it, or stays as it is stored.
   * `given` are the options of new fields.
   */
  readonly complete: (
    written: Collection,
    stored: Collection | undefined,
    keepsStored: boolean,
  ) => { readonly collection: Collection; readonly given: readonly GivenOption[] };
  /** Those that are unique by a switch, which the backend no longer has, and by no index. */
  readonly oldUniqueFields: (collection: Collection) => readonly Field[];
  /** Sentences: why this line would refuse a collection, or lose something with it, beyond what every line refuses. */
  readonly problems: (collection: Collection, around: ImportSurroundings) => Iterable<string>;
  /** Reads why an import was refused; undefined if that is not about one collection. */
  readonly readRefusal: (message: string) => ImportRefusal | undefined;
}
