import { useStore } from '@nanostores/react';
import { use, useEffect, useState } from 'react';
import { ZoneContext } from '#components/elements/zone-context.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { valueSummary } from '#domain/records/panel/value-summary.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import { RelatedChip } from '../cells/RelatedChip.tsx';

const MAX_ITEMS = 500;

function RelatedChips({ related, ids }: { readonly related: Collection; readonly ids: readonly string[] }) {
  const [store] = useState(() => createRelatedRecords(related));
  const records = useStore(store.$records);
  const missing = useStore(store.$missing);
  useEffect(() => void store.load(ids), [store, ids]);
  return ids.map((id) => (
    <RelatedChip
      key={id}
      id={id}
      record={records.get(id)}
      collection={related}
      isMissing={missing.includes(id)}
    />
  ));
}

/** Read-only related records, shown by their presentable fields. */
export function PreviewRelations({ field, ids }: { field: Field | undefined; ids: readonly string[] }) {
  const collections = useStore($collectionList);
  const related = field && relatedTo(field, collections);
  const [shown] = useState(() => ids.slice(0, MAX_ITEMS));
  return (
    <span className="flex flex-wrap gap-1">
      {related ? <RelatedChips related={related} ids={shown} /> : shown.join(', ')}
      {ids.length > MAX_ITEMS && <span>...</span>}
    </span>
  );
}

/** A form value to read: labels of related records, text for all other types. */
export function FieldValue({ field, value }: { readonly field: FormField; readonly value: FormValue }) {
  const zone = use(ZoneContext);
  const text = valueSummary(value);
  if (text === '') return <span className="text-muted">N/A</span>;
  if (field.kind === 'date' && zone) return zone.format(text);
  return field.kind === 'relation' ? <PreviewRelations field={field.field} ids={text.split('\n')} /> : text;
}
