import { truncate } from '#domain/app/value-text.ts';
import type { Column } from '#domain/collections/columns.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { TEXT_LIMIT } from '#domain/records/record.ts';
import { type ResultColumn, typedValue } from '#domain/sql/columns.ts';
import { Cell } from '#islands/field-types/cells/Cell.tsx';
import { recordHash } from '#stores/sql/open-record.ts';

/** Types that the list of records shows by more than a text. */
const RENDERED: ReadonlySet<string> = new Set(['bool', 'date', 'select', 'url']);
const MONO: ReadonlySet<string> = new Set(['id', 'json', 'geoPoint', 'number']);

function Linked({ collectionId, ids }: { readonly collectionId: string; readonly ids: readonly string[] }) {
  return (
    <span className="cell-list gap-1">
      {ids.map((id) => (
        <a key={id} className="link font-mono text-dense" href={recordHash(collectionId, id)}>
          <bdi>{id}</bdi>
        </a>
      ))}
    </span>
  );
}

export interface ValueProps {
  readonly value: string | null;
  readonly column: ResultColumn;
}

/** A value as the list of records shows those of the column that it comes from; NULL and '' differ. */
export function Value({ value, column: { name, type, source } }: ValueProps) {
  if (value === null) return <span className="text-xs text-muted italic">NULL</span>;
  if (value === '') return <span className="text-xs text-muted">empty text</span>;
  const typed = typedValue(value, type);
  if (source && type === 'id') return <Linked collectionId={source.collection.id} ids={[value]} />;
  const field = source?.column.field;
  if (field?.type === 'relation') return <Linked collectionId={field.collectionId} ids={valuesOf(typed)} />;
  if (source && RENDERED.has(type)) {
    const column: Column = { ...source.column, name };
    const { id: collectionId, name: collectionName } = source.collection;
    return <Cell record={{ id: '', collectionId, collectionName, [name]: typed }} column={column} />;
  }
  const look = MONO.has(type) ? 'font-mono text-dense tabular-nums' : '';
  return (
    <bdi
      className={`cell-text ${look} ${type === 'number' ? 'ml-auto' : ''}`}
      data-tooltip-clipped={truncate(value, TEXT_LIMIT)}
    >
      {truncate(value, TEXT_LIMIT)}
    </bdi>
  );
}
