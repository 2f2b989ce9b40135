import type { Collection } from '../collection.ts';
import type { PointingField, SchemaIndex } from './schema-index.ts';

/** Strings, comments and numbers are skipped; what remains of words are paths like `author.name:lower`. */
const WORDS = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\/\/[^\n]*|\d[\w.]*|([@#A-Za-z_][\w@#.:]*)/g;

/** The paths that a rule or filter reads, in their order: `@request.auth.id`, `tags:each`, `cat.title`. */
export function filterPaths(filter: string): string[] {
  const paths: string[] = [];
  for (const [, path] of filter.matchAll(WORDS)) if (path) paths.push(path);
  return paths;
}

/** Told about everything that a path passes: a collection by its name, or a field of a collection. */
export interface PathVisitor {
  collection(collection: Collection): void;
  field(collection: Collection, name: string): void;
}

const plain = (segment: string): string => segment.replace(/:.*$/, '');

/** What follows after a segment of a path: `comments_via_post` goes to the records that point here. */
export function backRelation(
  segment: string,
  collection: Collection,
  index: SchemaIndex,
): PointingField | undefined {
  // Both names may hold `_via_` themselves, so every place is tried.
  for (let at = segment.indexOf('_via_'); at >= 0; at = segment.indexOf('_via_', at + 1)) {
    const other = index.byName(segment.slice(0, at));
    const field = other && index.field(other, segment.slice(at + '_via_'.length));
    if (other && field?.type === 'relation' && field.options['collectionId'] === collection.id) {
      return { collection: other, field };
    }
  }
  return undefined;
}

function walk(
  start: Collection,
  segments: readonly string[],
  index: SchemaIndex,
  visitor: PathVisitor,
): void {
  let collection: Collection | undefined = start;
  for (const segment of segments.map(plain)) {
    if (!collection) return;
    const field = index.field(collection, segment);
    const back: PointingField | undefined = field ? undefined : backRelation(segment, collection, index);
    if (back) {
      visitor.collection(back.collection);
      visitor.field(back.collection, back.field.name);
      collection = back.collection;
    } else {
      visitor.field(collection, segment);
      collection = field?.type === 'relation' ? index.byId(field.options['collectionId']) : undefined;
    }
  }
}

/**
 * Follows a path through relations, back relations, `@collection.NAME.`, `@request.auth.` (any auth
 * collection) and `@request.data.`, and tells the visitor what it passes.
 */
export function followPath(path: string, start: Collection, index: SchemaIndex, visitor: PathVisitor): void {
  const [first = '', second = '', ...rest] = path.split('.');
  if (!first.startsWith('@')) {
    walk(start, [first, second, ...rest].filter(Boolean), index, visitor);
  } else if (first === '@collection') {
    const named = index.byName(plain(second));
    if (!named) return;
    visitor.collection(named);
    walk(named, rest, index, visitor);
  } else if (first === '@request' && second === 'data') {
    walk(start, rest, index, visitor);
  } else if (first === '@request' && second === 'auth') {
    for (const collection of index.authCollections) walk(collection, rest, index, visitor);
  }
}
