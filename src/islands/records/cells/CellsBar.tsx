import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { SelectionBar } from '#components/table/SelectionBar.tsx';
import { type CellPlace, isSameCell } from '#domain/records/cells/range.ts';
import { type Cells, changes } from '#stores/records/cells/cells.ts';
import { $selectedRecords } from '#stores/records/list.ts';
import { focusCell } from './cells-page.ts';

export interface CellsBarProps {
  readonly cells: Cells;
  /** Whether a click goes to a cell even if nothing waits. */
  readonly isOn: boolean;
  readonly onSave: () => void;
  readonly onDone: () => void;
}

/** The bar of the changes that wait: what can be done with them, and where cells were refused. */
export function CellsBar({ cells, isOn, onSave, onDone }: CellsBarProps) {
  const count = useStore(cells.$count);
  const refused = useStore(cells.$refused);
  const saving = useStore(cells.$saving);
  const isDraftFull = useStore(cells.$isDraftFull);
  const isRaised = useStore($selectedRecords).size > 0;

  // The button has the focus when it is pressed: it remembers where it led.
  const visited = useRef<CellPlace>(undefined);
  function goToRefused() {
    const at = refused.findIndex((place) => isSameCell(visited.current, place));
    visited.current = refused[(at + 1) % refused.length];
    if (visited.current) focusCell(visited.current);
  }
  async function discard() {
    // With nothing to discard, it is the button 'Done'.
    if ((await cells.discard()) && !count) onDone();
  }

  return (
    <div className={isRaised ? 'cells-bar-raised' : 'contents'}>
      <SelectionBar label="Changed cells" shown={isOn || count > 0 || refused.length > 0} onReset={() => {}}>
        <span role="status" className="whitespace-normal">
          {saving
            ? `Saving ${saving.done} of ${saving.total}`
            : count
              ? `${changes(count)}, not saved`
              : 'Double click or press Enter to edit a cell'}
        </span>
        {isDraftFull && <DraftFullNote />}
        {refused.length > 0 && !saving && (
          <Button variant="ghost" className="text-error" onClick={goToRefused}>
            {refused.length === 1 ? '1 refused' : `${refused.length} refused`}
          </Button>
        )}
        {saving ? (
          <Button onClick={cells.stopSaving}>Stop</Button>
        ) : (
          <Button onClick={() => void discard()}>{count ? 'Discard' : 'Done'}</Button>
        )}
        {count > 0 && (
          <Button variant="primary" busy={saving !== undefined} onClick={onSave}>
            Save {changes(count)}
          </Button>
        )}
      </SelectionBar>
    </div>
  );
}
