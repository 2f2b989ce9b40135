import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Collection } from '../../../lib/domain/collection.ts';
import type { Column } from '../../../lib/domain/columns.ts';
import { relatedTo } from '../../../lib/domain/list-query.ts';
import { $collectionList } from '../../../stores/collections.ts';
import { createRelatedRecords } from '../../../stores/related-records.ts';
import { RelatedChip } from '../cells/RelatedChip.tsx';

/** Related records of a preview (spec 2 §9). */
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

/** The related records of a view's record, by their presentable fields (PV-04). */
export function PreviewRelations({
  column,
  ids,
}: {
  readonly column: Column;
  readonly ids: readonly string[];
}) {
  const collections = useStore($collectionList);
  const related = column.field && relatedTo(column.field, collections);
  const [shown] = useState(() => ids.slice(0, MAX_ITEMS));
  return (
    <span className="flex flex-wrap gap-1">
      {related ? <RelatedChips related={related} ids={shown} /> : shown.join(', ')}
      {ids.length > MAX_ITEMS && <span>...</span>}
    </span>
  );
}
