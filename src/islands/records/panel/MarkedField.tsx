import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { FieldMark } from '#components/form/Field.tsx';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** What gets the focus when a value was put back, the first of them that is visible. */
const CONTROLS = ['.tox iframe', 'textarea', 'input:not([type=file])', '[role=combobox]', 'button'];

export function focusControl(field: Element | null | undefined) {
  const found = CONTROLS.flatMap((selector) => [...(field?.querySelectorAll<HTMLElement>(selector) ?? [])]);
  found.find((element) => element.checkVisibility() && !element.closest('[data-changed]'))?.focus();
}

export interface MarkedFieldProps {
  readonly panel: RecordPanel;
  /** Names of the values that the field edits. */
  readonly names: readonly string[];
  readonly children: ReactNode;
}

/** A field that shows beside its label that it was changed, with a button that puts the stored value back. */
export function MarkedField({ panel, names, children }: MarkedFieldProps) {
  const isChanged = useSyncExternalStore(panel.$changed.listen, () =>
    names.some((name) => panel.$changed.get().has(name)),
  );

  function putBack({ currentTarget }: MouseEvent) {
    const field = currentTarget.closest('[data-changed]')?.parentElement?.parentElement;
    panel.putBack(names);
    // This button disappears and would lose the focus.
    focusControl(field);
  }

  const mark = isChanged && (
    <span data-changed="" className="flex shrink-0 items-center gap-1">
      <span
        role="img"
        aria-label="Changed"
        data-tooltip="Changed"
        className="size-1.5 rounded-full bg-primary"
      />
      <IconButton
        variant="small"
        className="max-sm:-my-2"
        icon="icon-[ri--restart-line]"
        label="Undo change"
        onClick={putBack}
      />
    </span>
  );
  return <FieldMark value={mark}>{children}</FieldMark>;
}
