// chunks: filters
import type { Collection } from '#domain/backend/collection.ts';
import { backRelation, type PointingField, type SchemaIndex } from './schema-index.ts';

/** Receives what a path names: collections with their segments, fields, and what is below one that is no relation. */
export interface PathVisitor {
  collection(collection: Collection, segment: string): void;
  field(collection: Collection, name: string): void;
  below?(segment: string): void;
}

/** Without a modifier, or the alias of a collection. */
const withoutSuffix = (segment: string): string => segment.replace(/:.*$/, '');

function walk(start: Collection, segments: readonly string[], index: SchemaIndex, visitor: PathVisitor) {
  let collection: Collection | undefined = start;
  for (const segment of segments.map(withoutSuffix)) {
    if (!collection) return visitor.below?.(segment);
    const field = index.field(collection, segment);
    const back: PointingField | undefined = field ? undefined : backRelation(segment, collection, index);
    if (back) {
      visitor.collection(back.collection, segment);
      visitor.field(back.collection, back.field.name);
      collection = back.collection;
    } else {
      visitor.field(collection, segment);
      collection = field && index.target(field);
    }
  }
}

/** The parts of `@request` without fields; the other ones are the user, and what is sent, whatever it is called. */
const OTHER_PARTS: ReadonlySet<string> = new Set(['context', 'method', 'headers', 'query']);

/** Follows a path through relations, `@collection.NAME.`, `@request.auth.` (every auth collection) and what is sent. */
export function followPath(path: string, start: Collection, index: SchemaIndex, visitor: PathVisitor): void {
  const [first = '', second = '', ...rest] = path.split('.');
  if (!first.startsWith('@')) {
    walk(start, [first, second, ...rest].filter(Boolean), index, visitor);
  } else if (first === '@collection') {
    const named = index.byName(withoutSuffix(second));
    if (!named) return;
    visitor.collection(named, second);
    walk(named, rest, index, visitor);
  } else if (first === '@request' && !OTHER_PARTS.has(second)) {
    const owners = second === 'auth' ? index.authCollections : [start];
    for (const collection of owners) walk(collection, rest, index, visitor);
  }
}
