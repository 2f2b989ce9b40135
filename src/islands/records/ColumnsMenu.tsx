import { useStore } from '@nanostores/react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { fitAllColumns } from '#stores/records/column-contents.ts';
import { $columns, $hiddenColumns, toggleColumn } from '#stores/records/list.ts';
import { toggleOrder } from '#stores/records/order/actions.ts';
import { $order } from '#stores/records/order/state.ts';
import { openRecordTool } from '#stores/records/tools.ts';

/** Hides and shows columns, and fits their widths; `id` is always shown. */
export function ColumnsMenu() {
  const columns = useStore($columns);
  const hidden = useStore($hiddenColumns);
  return (
    <Dropdown
      label="Toggle columns"
      tooltip="Toggle columns"
      tooltipSide="left"
      triggerClass="grid size-9 max-sm:size-10 cursor-pointer place-items-center text-muted hover:text-base-content -outline-offset-2"
      items={() => [
        ...columns
          .filter((column) => column.type !== 'id')
          .map((column) => ({
            key: column.id,
            label: column.name,
            icon: FIELD_ICONS[column.type],
            checked: !hidden.includes(column.id),
            onSelect: () => toggleColumn(column.id),
          })),
        'separator',
        { key: 'arrange', label: 'Arrange columns…', onSelect: () => openRecordTool('columns') },
        { key: 'fit', label: 'Fit all columns', onSelect: fitAllColumns },
        ...columns
          .filter(({ type, field }) => type === 'number' && field)
          .map(({ id, name }) => ({
            key: `order ${id}`,
            label: $order.get()?.field.id === id ? `Stop ordering by ${name}` : `Order by ${name}`,
            onSelect: () => void toggleOrder(id),
          })),
      ]}
    >
      <span className="icon-[ri--more-line]" aria-hidden="true" />
    </Dropdown>
  );
}
