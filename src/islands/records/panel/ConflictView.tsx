import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { OverlayPanel } from '../../../components/overlay/OverlayPanel.tsx';
import { useScrollTabStop } from '../../../components/use-scroll-tab-stop.ts';
import type { FormField } from '../../../lib/domain/record-form/fields.ts';
import type { Conflict, Side } from '../../../lib/domain/record-form/merge.ts';
import { valueSummary } from '../../../lib/domain/record-form/value-summary.ts';
import type { FormValue } from '../../../lib/domain/record-form/values.ts';
import type { RecordPanel } from '../../../stores/record-panel/panel.ts';
import { PreviewRelations } from '../preview/PreviewRelations.tsx';

/** A value of limited height, within reach of the keyboard when it is higher than that. */
function ScrolledValue({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null);
  const isTabStop = useScrollTabStop(box);
  return (
    <span
      ref={box}
      {...(isTabStop && { role: 'group', tabIndex: 0, 'aria-label': label })}
      className="block max-h-48 overflow-y-auto font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </span>
  );
}

/** What a side holds: related records by what they are called, everything else as text. */
function SideValue({ field, value }: { readonly field: FormField; readonly value: FormValue }) {
  const text = valueSummary(value);
  if (text === '') return <span className="text-muted">N/A</span>;
  return field.kind === 'relation' ? <PreviewRelations field={field.field} ids={text.split('\n')} /> : text;
}

interface SideChoiceProps {
  readonly field: FormField;
  readonly side: Side;
  readonly value: FormValue;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const TITLES: Readonly<Record<Side, string>> = { mine: 'Mine', theirs: 'Theirs' };

function SideChoice({ field, side, value, isChosen, onChoose }: SideChoiceProps) {
  const label = `${TITLES[side]}: ${field.name}`;
  return (
    <label
      className={`flex min-w-0 cursor-pointer flex-col gap-1 rounded-box border p-2 ${isChosen ? 'border-primary bg-primary/5' : 'border-base-300'}`}
    >
      <span className="flex items-center gap-2 text-sm font-medium">
        <input
          type="radio"
          className="radio radio-xs checked:radio-primary"
          name={`conflict-${field.name}`}
          aria-label={label}
          checked={isChosen}
          onChange={onChoose}
        />
        {TITLES[side]}
      </span>
      <ScrolledValue label={`Value of ${label}`}>
        <SideValue field={field} value={value} />
      </ScrolledValue>
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
                field={field}
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
