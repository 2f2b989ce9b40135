import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { OverlayPanel } from '../../../components/overlay/OverlayPanel.tsx';
import type { Conflict, Side } from '../../../lib/domain/record-form/merge.ts';
import { valueSummary } from '../../../lib/domain/record-form/value-summary.ts';
import type { FormValue } from '../../../lib/domain/record-form/values.ts';
import type { RecordPanel } from '../../../stores/record-panel/panel.ts';

interface SideChoiceProps {
  readonly name: string;
  readonly side: Side;
  readonly value: FormValue;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const TITLES: Readonly<Record<Side, string>> = { mine: 'Mine', theirs: 'Theirs' };

function SideChoice({ name, side, value, isChosen, onChoose }: SideChoiceProps) {
  const text = valueSummary(value);
  return (
    <label
      className={`flex min-w-0 cursor-pointer flex-col gap-1 rounded-box border p-2 ${isChosen ? 'border-primary bg-primary/5' : 'border-base-300'}`}
    >
      <span className="flex items-center gap-2 text-sm font-medium">
        <input
          type="radio"
          className="radio radio-xs checked:radio-primary"
          name={`conflict-${name}`}
          aria-label={`${TITLES[side]}: ${name}`}
          checked={isChosen}
          onChange={onChoose}
        />
        {TITLES[side]}
      </span>
      <span className="max-h-48 overflow-y-auto font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
        {text === '' ? <span className="text-muted">N/A</span> : text}
      </span>
    </label>
  );
}

/** Props of {@link ConflictView}. */
export interface ConflictViewProps {
  readonly panel: RecordPanel;
  readonly conflicts: readonly Conflict[];
  /** The save that followed the decision was refused. */
  readonly onFailed: () => void;
  /** The decision was put off. */
  readonly onCancel: () => void;
}

/**
 * Fields that were changed here and by somebody else since the record was opened, side by side. Nothing is
 * sent before every one of them is decided.
 */
export function ConflictView({ panel, conflicts, onFailed, onCancel }: ConflictViewProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const isDecided = conflicts.every(({ field }) => choices[field.name] !== undefined);

  async function settle() {
    if (!(await panel.settle(choices))) onFailed();
  }

  function cancel() {
    panel.cancelConflicts();
    onCancel();
  }

  return (
    <OverlayPanel
      open
      variant="centered"
      size="lg"
      title="Changed by somebody else"
      onRequestClose={cancel}
      footer={
        <>
          <Button look="ghost" onClick={cancel}>
            Cancel
          </Button>
          <Button look="primary" disabled={!isDecided} onClick={() => void settle()}>
            Save changes
          </Button>
        </>
      }
    >
      <p className="pb-3">
        Since you opened it, the same fields were saved with other values. Which ones stay?
      </p>
      {conflicts.map(({ field, mine, theirs }) => (
        <fieldset key={field.name} className="pb-4">
          <legend className="pb-1 text-sm font-medium">{field.name}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <SideChoice
                key={side}
                name={field.name}
                side={side}
                value={side === 'mine' ? mine : theirs}
                isChosen={choices[field.name] === side}
                onChoose={() => setChoices({ ...choices, [field.name]: side })}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </OverlayPanel>
  );
}
