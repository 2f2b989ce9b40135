import { use, useEffect, useId, useRef } from 'react';
import { copyText } from '#components/elements/copy-text.ts';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { menuItem } from '#components/overlay/Dropdown.tsx';
import MenuPopup from '#components/overlay/MenuPopup.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import { usePopup } from '#components/overlay/use-popup.ts';
import type { Zone } from '#domain/app/date.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { isInexact } from '#domain/records/cells/inexact.ts';
import { cellConditions } from '#domain/records/filter-builder/cell-conditions.ts';
import { storedId } from '#domain/records/record.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { filterBy } from '#stores/records/filter-by.ts';
import { $visibleColumns, shownRows } from '#stores/records/list.ts';
import { moveRow } from '#stores/records/order/actions.ts';
import { $order } from '#stores/records/order/state.ts';

function entriesOf(cell: HTMLElement, zone: Zone | undefined): readonly MenuEntry[] {
  const id = cell.closest<HTMLElement>('[data-row-id]')?.dataset['rowId'];
  const listed = shownRows().find((item) => item.id === id);
  const column = $visibleColumns.get().find(({ name }) => name === cell.dataset['column']);
  if (!listed || !column) return [];
  const record = { ...listed, id: storedId(listed.id) };
  const value = ownOf(record, column.name);
  const conditions = cellConditions(column, value, zone).map(({ label, filter }) => ({
    ...menuItem(label, 'icon-[ri--filter-line]', () => filterBy(filter)),
    key: filter,
  }));
  const at = { id: listed.id, name: column.name };
  const edit: MenuEntry[] =
    column.field && $activeCollection.get()?.type !== 'view'
      ? [menuItem('Edit', 'icon-[ri--pencil-line]', () => $cellUse.set({ kind: 'edit', at }))]
      : [];
  const copy = menuItem('Copy text', 'icon-[ri--file-copy-line]', () =>
    isInexact(column.type, value, cell.textContent)
      ? $cellUse.set({ kind: 'copy', at })
      : copyText(cell.textContent, cell),
  );
  const moves = [
    menuItem('Move up', 'icon-[ri--arrow-up-line]', () => moveRow(record.id, -1)),
    menuItem('Move down', 'icon-[ri--arrow-down-line]', () => moveRow(record.id, 1)),
  ];
  return [
    ...(conditions.length ? [{ heading: column.name }, ...conditions, 'separator' as const] : []),
    ...edit,
    copy,
    ...($order.get() ? ['separator' as const, ...moves] : []),
  ];
}

/** The menu of a cell: by right click, long press, Shift F10 or the menu key. */
export default function CellMenu({ cell, onClose }: { cell: HTMLElement; onClose: () => void }) {
  const id = useId();
  const zone = use(ZoneContext);
  const trigger = useRef(cell);
  const popup = usePopup(trigger);
  const wasOpen = useRef(false);
  const { state, setOpen } = popup;
  useEffect(() => setOpen(true), [setOpen]);
  useEffect(() => {
    if (state === 'closed' && wasOpen.current) onClose();
    wasOpen.current = state !== 'closed';
  }, [state, onClose]);
  if (state === 'closed') return null;
  return (
    <MenuPopup
      {...{ id, trigger, popup }}
      label="Filter by this cell"
      items={() => entriesOf(cell, zone)}
      placement="bottom-start"
      startAt="first"
    />
  );
}
