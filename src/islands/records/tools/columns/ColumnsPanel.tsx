import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { SortableList } from '#components/sortable/SortableList.tsx';
import { moveItem } from '#domain/field-types/file-value.ts';
import { $columnOrder, $hiddenColumns, orderColumns, toggleColumn } from '#stores/records/columns.ts';
import { $columns } from '#stores/records/list.ts';
import { closeRecordTool } from '#stores/records/tools.ts';

export default function ColumnsPanel() {
  const columns = useStore($columns).filter(({ type }) => type !== 'id');
  const hidden = useStore($hiddenColumns);
  const isOrdered = useStore($columnOrder).length > 0;
  return (
    <OverlayPanel
      variant="centered"
      size="sm"
      title="Arrange columns"
      onRequestClose={closeRecordTool}
      footerAside={
        // Browsers take the focus from a disabled button.
        <Button aria-disabled={!isOrdered || undefined} onClick={() => orderColumns([])}>
          Order of the fields
        </Button>
      }
      cancel="Close"
    >
      <SortableList
        items={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        label="Columns"
        itemClass="flex min-h-9 items-center gap-1.5 border-b border-base-300 bg-base-100"
        onMove={(from, to) => orderColumns(moveItem(columns, from, to).map(({ id }) => id))}
      >
        {({ id, name, type }) => (
          <>
            <span aria-hidden="true" className={`${FIELD_ICONS[type]} size-4 shrink-0 text-muted`} />
            <span className="grow">
              <Toggle label={name} checked={!hidden.includes(id)} onChange={() => toggleColumn(id)} />
            </span>
          </>
        )}
      </SortableList>
    </OverlayPanel>
  );
}
