import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { isMultiple, type ShownType, shownType } from '#domain/field-types/field-type.ts';
import { searchCollections } from '../collection.ts';
import { schemaIndex } from '../schema-index.ts';

/** Sizes of a tile in px at 100 %; the tile's styles repeat them. */
export const TILE_WIDTH = 220;
export const HEAD_HEIGHT = 36;
/** Height of a line, in px; `leading-5` below. */
export const LINE_HEIGHT = 22;
const TILE_PADDING = 6;
/** Lines for fields: more are counted in a last line. */
export const MAX_LINES = 12;

export interface TileLine extends Pick<Field, 'name'> {
  readonly type: ShownType;
}

export interface Tile extends Pick<Collection, 'id' | 'name' | 'type'> {
  /** All fields, relations first. */
  readonly fields: readonly TileLine[];
  /** The first of them, for which the tile has room. */
  readonly lines: readonly TileLine[];
  readonly hidden: number;
  readonly height: number;
}

/** A relation field whose collection exists. */
export interface Relation {
  readonly id: string;
  /** Ids of the collection that has the field, and of the one that it points to. */
  readonly from: string;
  readonly to: string;
  readonly field: string;
  readonly isMultiple: boolean;
  readonly isCascade: boolean;
  /** Index of its line in the tile; that of the last one when it has none of its own. */
  readonly line: number;
}

export interface Diagram {
  readonly tiles: readonly Tile[];
  readonly relations: readonly Relation[];
  /** The relations of a collection that point to others, and those of any that point to it. */
  readonly outOf: (id: string) => readonly Relation[];
  readonly into: (id: string) => readonly Relation[];
  readonly tile: (id: string | undefined) => Tile | undefined;
}

function tileOf(collection: Collection): Tile {
  const { id, name, type } = collection;
  const ordered = ownFields(collection).toSorted(
    (a, b) => Number(b.type === 'relation') - Number(a.type === 'relation'),
  );
  const fields = ordered.map((field) => ({ name: field.name, type: shownType(field.type) }));
  const lines = fields.slice(0, MAX_LINES);
  const hidden = fields.length - lines.length;
  const count = lines.length + Number(hidden > 0);
  return { id, name, type, fields, lines, hidden, height: HEAD_HEIGHT + count * LINE_HEIGHT + TILE_PADDING };
}

function groupBy(relations: readonly Relation[], end: 'from' | 'to') {
  const groups = Map.groupBy(relations, (relation) => relation[end]);
  return (id: string): readonly Relation[] => groups.get(id) ?? [];
}

export function diagramOf(collections: readonly Collection[]): Diagram {
  const index = schemaIndex(collections);
  const tiles = new Map(collections.map((collection) => [collection.id, tileOf(collection)]));
  const relations = collections.flatMap((collection) =>
    ownFields(collection)
      .filter((field) => field.type === 'relation')
      .flatMap((field, position): Relation[] => {
        const target = index.target(field);
        if (!target) return [];
        return [
          {
            id: `${collection.id}.${field.id || field.name}`,
            from: collection.id,
            to: target.id,
            field: field.name,
            isMultiple: isMultiple(field),
            isCascade: field.cascades,
            line: Math.min(position, MAX_LINES),
          },
        ];
      }),
  );
  return {
    tiles: [...tiles.values()],
    relations,
    outOf: groupBy(relations, 'from'),
    into: groupBy(relations, 'to'),
    tile: (id) => tiles.get(id ?? ''),
  };
}

/** What a relation does, in words: `single`, `multiple, cascade delete`. */
export const relationWords = ({ isMultiple: isMany, isCascade }: Relation): string =>
  `${isMany ? 'multiple' : 'single'}${isCascade ? ', cascade delete' : ''}`;

/** A relation in words: `posts.author → users: single`. */
export function relationTitle({ tile }: Diagram, relation: Relation): string {
  const { from, field, to } = relation;
  return `${tile(from)?.name ?? ''}.${field} → ${tile(to)?.name ?? ''}: ${relationWords(relation)}`;
}

/** The collection itself and those that it points to or that point to it. */
export function neighboursOf({ outOf, into }: Diagram, id: string): ReadonlySet<string> {
  return new Set([id, ...outOf(id).map(({ to }) => to), ...into(id).map(({ from }) => from)]);
}

const fold = (text: string) => text.replace(/\s/g, '').toLowerCase();

/** Ids of the collections whose name contains the text, then of those with such a field; none for an empty text. */
export function searchDiagram(collections: readonly Collection[], search: string): string[] {
  const term = fold(search);
  if (!term) return [];
  const named = searchCollections(collections, search);
  const withField = collections.filter(
    (one) => !named.includes(one) && ownFields(one).some(({ name }) => fold(name).includes(term)),
  );
  return [...named, ...withField].map(({ id }) => id);
}
