import { countText, recordCount } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type PointingField, schemaIndex } from '#domain/collections/schema-index.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { relationPath } from '../reference-filter.ts';
import { affectedBy, type KeptRecord, mayStay } from './kept.ts';

/** Of a delete, for records of one collection through one relation. */
export interface Consequence {
  /** `refused`: they need the value, so that the backend refuses the delete. */
  readonly kind: 'refused' | 'deleted' | 'cleared';
  readonly collection: string;
  /** Empty for deleted records, which may refer by several. */
  readonly field: string;
  readonly count: number;
  /** The largest number: the backend may keep some of these records, or some were counted twice. */
  readonly isMost?: boolean;
}

const ORDER: readonly Consequence['kind'][] = ['refused', 'deleted', 'cleared'];

/** In JSON, of a relation. */
const EMPTY: readonly unknown[] = ['""', '[]'];

/** Of a delete of `roots`, the most serious first. */
export function consequencesOf(
  roots: readonly KeptRecord[],
  referring: readonly KeptRecord[],
): readonly Consequence[] {
  const { deleted, cleared } = affectedBy(roots, referring);
  const staying = mayStay(deleted, roots);
  const all: Omit<Consequence, 'count'>[] = [
    ...deleted.slice(roots.length).map((kept) => ({
      ...{ kind: 'deleted' as const, collection: kept.collection.name, field: '' },
      ...(staying.includes(kept) && { isMost: true }),
    })),
    ...cleared.flatMap(({ collection, after }) =>
      [...after].map(([field, value]) => {
        const isNeeded = collection.fields.some(({ name, isRequired }) => name === field && isRequired);
        const kind = isNeeded && EMPTY.includes(value) ? ('refused' as const) : ('cleared' as const);
        return { kind, collection: collection.name, field };
      }),
    ),
  ];
  const groups = Map.groupBy(all, ({ kind, collection, field }) => `${kind} ${collection} ${field}`);
  return [...groups.values()]
    .flatMap((group) =>
      group.slice(0, 1).map((one) => ({ ...one, ...group.find((each) => each.isMost), count: group.length })),
    )
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** `2 records of tasks will be deleted with it.`; `roots` is the number of records to delete. */
export function consequenceText({ kind, collection, field, count, isMost }: Consequence, roots: number) {
  const it = roots === 1 ? 'it' : 'them';
  const most = `${isMost ? 'Up to ' : ''}${recordCount(count)} of ${collection}`;
  if (kind === 'deleted') return `${most} will be deleted with ${it}.`;
  if (kind === 'cleared') return `${most} will lose ${it} in “${field}”.`;
  const needed = countText(count, 'record needs', 'records need');
  return `${collection} refuses ${roots === 1 ? 'this' : 'some of this'}: ${needed} ${it} in “${field}”.`;
}

type ReferenceCount = PointingField & Pick<Consequence, 'kind'> & { readonly condition: string };

/** For records that refer directly: what loses its last reference goes or refuses, what keeps others loses this one. */
export const referenceCounts = (collection: Collection, collections: readonly Collection[]) =>
  schemaIndex(collections)
    .pointingTo(collection)
    .filter((pointing) => pointing.collection.type !== 'view')
    .flatMap(({ collection, field }): ReferenceCount[] => {
      const of = { collection, field };
      const isCascade = field.cascades;
      const kind = isCascade ? 'deleted' : field.isRequired ? 'refused' : 'cleared';
      if (!isMultiple(field) || kind === 'cleared') return [{ ...of, kind, condition: '' }];
      const { path, any } = relationPath(of);
      return [
        { ...of, kind, condition: `${path}:length${any}=1` },
        { ...of, kind: 'cleared', condition: `${path}:length${any}>1` },
      ];
    });
