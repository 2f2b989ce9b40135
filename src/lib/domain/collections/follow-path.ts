// chunks: filters
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { backRelation, type SchemaIndex } from './schema-index.ts';

/** What a segment of a path names. */
export type PathStep =
  /** One that the path goes on from: named after `@collection`, or by a back relation, whose field follows. */
  | { readonly of: 'collection'; readonly collection: Collection; readonly name: string }
  /** `field` is undefined for one of the system and for an unknown name. */
  | {
      readonly of: 'field';
      readonly collection: Collection;
      readonly name: string;
      readonly field: Field | undefined;
    }
  /** What is below a field that is no relation. */
  | { readonly of: 'below'; readonly name: string };

/** Without a modifier, or the alias of a collection. */
const withoutSuffix = (segment: string): string => segment.replace(/:.*$/, '');

function* walk(start: Collection, segments: readonly string[], index: SchemaIndex): Generator<PathStep> {
  let at: Collection | undefined = start;
  for (const name of segments.map(withoutSuffix)) {
    if (!at) {
      yield { of: 'below', name };
      return;
    }
    const collection: Collection = at;
    const field = index.field(collection, name);
    const back = field ? undefined : backRelation(name, collection, index);
    if (back) {
      yield { of: 'collection', collection: back.collection, name };
      yield { of: 'field', ...back, name: back.field.name };
      at = back.collection;
    } else {
      yield { of: 'field', collection, name, field };
      at = field && index.target(field);
    }
  }
}

/** The parts of `@request` without fields; the other ones are the user, and what is sent, whatever it is called. */
const OTHER_PARTS: ReadonlySet<string> = new Set(['context', 'method', 'headers', 'query']);

/** Follows a path through relations, `@collection.NAME.`, `@request.auth.` (every auth collection) and what is sent. */
export function* followPath(path: string, start: Collection, index: SchemaIndex): Generator<PathStep> {
  const [first = '', second = '', ...rest] = path.split('.');
  if (!first.startsWith('@')) {
    yield* walk(start, [first, second, ...rest].filter(Boolean), index);
  } else if (first === '@collection') {
    const named = index.byName(withoutSuffix(second));
    if (!named) return;
    yield { of: 'collection', collection: named, name: second };
    yield* walk(named, rest, index);
  } else if (first === '@request' && !OTHER_PARTS.has(second)) {
    const owners = second === 'auth' ? index.authCollections : [start];
    for (const collection of owners) yield* walk(collection, rest, index);
  }
}
