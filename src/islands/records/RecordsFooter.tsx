import { useStore } from '@nanostores/react';
import { ListTotal } from '#components/table/ListTotal.tsx';
import { $total } from '#stores/records/list.ts';

/** The number of matching records. */
export function RecordsFooter() {
  return <ListTotal total={useStore($total)} />;
}
