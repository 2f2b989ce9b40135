import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Select } from '#components/form/Select.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import { inputProblems } from '#islands/records/panel/input-problems.ts';
import { useSaveForm } from '#islands/use-save-form.ts';
import { createFieldChanges, type FieldChanges } from '#stores/records/bulk/change.ts';
import { currentSelection } from '#stores/records/bulk/prepare.ts';
import { closeRecordTool } from '#stores/records/tools.ts';
import { ChangeLine, typeOf } from './ChangeLine.tsx';
import { ChangeReview } from './ChangeReview.tsx';

/** The problems that the browser finds in the inputs of the values. */
function problemsIn(form: HTMLFormElement | null, changes: FieldChanges) {
  const fields = changes.$changes.get().map(({ field }) => field);
  const values = { $fields: atom(fields), $recordId: atom(undefined), $base: atom({}), $values: atom({}) };
  return form ? inputProblems(values, form) : {};
}

/** The chosen fields, and a list of the others. */
function Lines({ changes, onChosen }: { readonly changes: FieldChanges; readonly onChosen: () => void }) {
  const chosen = useStore(changes.$changes);
  const choosable = useStore(changes.$choosable);
  const group = useRef<HTMLDivElement>(null);
  useFocusInList(group, '[data-change]', chosen.length);
  return (
    <div ref={group}>
      {chosen.map((change) => (
        <ChangeLine key={change.field.name} changes={changes} change={change} />
      ))}
      {choosable.length > 0 && (
        <Select
          className="pt-2"
          label={chosen.length ? 'Another field' : 'Field to change'}
          placeholder="Choose a field"
          options={choosable.map((field) => ({ value: field.name, icon: FIELD_ICONS[typeOf(field)] }))}
          value=""
          onChange={(name) => {
            changes.choose(name);
            onChosen();
          }}
        />
      )}
    </div>
  );
}

function Panel({ changes, count }: { readonly changes: FieldChanges; readonly count: number }) {
  const chosen = useStore(changes.$changes);
  const step = useStore(changes.$step);
  const formId = useId();
  const form = useSaveForm({
    $canSave: { get: () => changes.$changes.get().length > 0 && changes.$step.get().state !== 'reading' },
    stop: changes.back,
    save: async () => {
      if (changes.$step.get().state === 'review') return start();
      const isReady = await changes.review(problemsIn(form.ref.current, changes));
      if (isReady) focusReview();
      return isReady;
    },
  });
  const focusReview = useFocusOn(form.ref, '[data-review]');
  const focusLast = useFocusOn(form.ref, '[data-change]:last-of-type [role=combobox]');
  useEffect(() => changes.open(), [changes]);

  const start = () => {
    closeRecordTool();
    void changes.start();
  };
  const isReview = step.state === 'review';
  const total = isReview ? step.prepared.targets.ids.length : count;
  return (
    <OverlayPanel
      size="md"
      title={`Edit ${recordCount(total)}`}
      beforeHide={changes.mayClose}
      onRequestClose={closeRecordTool}
      footer={
        step.state === 'edit' ? (
          <>
            <Button
              variant="ghost"
              onClick={async () => {
                if (await changes.mayClose()) closeRecordTool();
              }}
            >
              Cancel
            </Button>
            <Button variant="primary" type="submit" form={formId} disabled={!chosen.length}>
              Review changes
            </Button>
          </>
        ) : (
          <>
            <Button variant="ghost" onClick={form.stop}>
              Back
            </Button>
            <Button
              key="start"
              variant="primary"
              type="submit"
              form={formId}
              busy={step.state === 'reading'}
              disabled={!total}
            >
              Change {recordCount(total)}
            </Button>
          </>
        )
      }
    >
      <form id={formId} ref={form.ref} onSubmit={form.onSubmit} noValidate>
        {step.state === 'reading' && (
          <p role="status">Looking for the records... {step.done > 0 && numberText(step.done)}</p>
        )}
        {isReview && (
          <div tabIndex={-1} data-review="" className="outline-none">
            <ChangeReview review={step} changes={chosen} />
          </div>
        )}
        {step.state === 'edit' && <Lines changes={changes} onChosen={focusLast} />}
      </form>
    </OverlayPanel>
  );
}

/** Changes fields of the records that are selected when it is opened. */
export default function ChangePanel() {
  const [opened] = useState(() => {
    const current = currentSelection();
    return (
      current && {
        changes: createFieldChanges(current.collection, current.selection),
        count: current.selection.count,
      }
    );
  });
  useEffect(() => {
    // For example after another sign-in: nothing is selected.
    if (!opened) closeRecordTool();
  }, [opened]);
  return opened ? <Panel {...opened} /> : null;
}
