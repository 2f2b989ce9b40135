import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { IconButton } from '#components/elements/IconButton.tsx';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Select } from '#components/form/Select.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Field } from '#domain/backend/field.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import {
  type FieldChange,
  howLabel,
  howsOf,
  howVerb,
  valuesAfter,
} from '#domain/records/bulk/field-change.ts';
import { type FormField, formType } from '#domain/records/panel/fields.ts';
import { emptyValue, isSameValue, readValues } from '#domain/records/panel/values.ts';
import { presentableText } from '#domain/records/record.ts';
import { controlOf } from '#islands/field-types/controls/registry.ts';
import { FieldValue } from '#islands/field-types/previews/FieldValue.tsx';
import { inputProblems } from '#islands/records/panel/input-problems.ts';
import { useSaveForm } from '#islands/use-save-form.tsx';
import { type ChangeStep, createFieldChanges, type FieldChanges } from '#stores/records/bulk/change.ts';
import { currentSelection } from '#stores/records/bulk/run.ts';
import { closeRecordTool } from '#stores/records/tools.ts';
import { BatchChoice } from '../BatchChoice.tsx';
import { UnlinkNote } from '../UnlinkNote.tsx';

/** What the controls of the record panel need: there is no record yet. */
const NO_RECORD = { $isDirty: atom(false), $known: atom(undefined) };

/** The field as its control shows it: what is added has no limits, and the label says what the value is for. */
function shownField(change: FieldChange): FormField {
  const { field, how } = change;
  const what =
    how === 'set' ? 'New value of' : `${howLabel(field, how)}${field.kind === 'number' ? '' : ':'}`;
  const name = `${what} ${field.name}`;
  if (how === 'set' || !field.field) return { ...field, name };
  const added = field.field;
  const free = {
    ...added,
    ...('min' in added && { min: null }),
    ...(added.type === 'number' && { max: null }),
  };
  return { ...field, name, required: true, field: free as Field };
}

function ChangeLine({ changes, change }: { changes: FieldChanges; change: FieldChange }) {
  const { field, how, value } = change;
  const error = ownOf(useStore(changes.$errors), field.name);
  const hows = howsOf(field);
  const Control = controlOf(field);
  return (
    <section
      aria-label={field.name}
      className="border-b border-base-300 py-2 last:border-b-0"
      data-change={field.name}
    >
      <Select
        label={field.name}
        icon={FIELD_ICONS[formType(field)]}
        isFixed
        options={hows.map((each) => ({ value: each, label: howLabel(field, each) }))}
        value={how}
        error={how === 'clear' ? error : undefined}
        onChange={(next) => {
          const chosen = hows.find((each) => each === next);
          if (chosen) changes.setHow(field.name, chosen);
        }}
        aside={
          <IconButton
            variant="small"
            icon="icon-[ri--close-line]"
            label={`Do not change ${field.name}`}
            onClick={() => changes.remove(field.name)}
          />
        }
      />
      {how !== 'clear' && (
        <div data-field={field.name}>
          <Control
            key={howVerb(change)}
            field={shownField(change)}
            value={value}
            error={error}
            onChange={(next) => changes.setValue(field.name, next)}
            panel={NO_RECORD}
          />
        </div>
      )}
    </section>
  );
}

function ChangeText({ change }: { readonly change: FieldChange }) {
  const { field, how, value } = change;
  return (
    <li className="flex min-w-0 flex-wrap gap-x-1.5 py-0.5">
      <span className="font-medium">
        <bdi>{field.name}</bdi>:
      </span>
      {howVerb(change)}
      {how !== 'clear' && (
        <span className="min-w-0 wrap-anywhere whitespace-pre-wrap" dir="auto">
          <FieldValue field={field} value={value} />
        </span>
      )}
    </li>
  );
}

function Example({ field, before, after }: { field: FormField; before: FormValues; after: FormValues }) {
  const [old, next] = [before, after].map((values) => ownOf(values, field.name) ?? emptyValue(field));
  if (old === undefined || next === undefined) return null;
  const value = 'line-clamp-3 min-w-0 wrap-anywhere';
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <dt className="text-muted">
        <bdi>{field.name}</bdi>:
      </dt>
      <dd className={value} dir="auto">
        <FieldValue field={field} value={old} />
      </dd>
      {isSameValue(field, old, next) ? (
        <dd className="text-muted">(stays)</dd>
      ) : (
        <>
          <span aria-hidden="true" className="icon-[ri--arrow-right-line] size-3.5 self-center text-muted" />
          <dd className={value} dir="auto">
            <span className="sr-only">becomes </span>
            <FieldValue field={field} value={next} />
          </dd>
        </>
      )}
    </div>
  );
}

type ReviewStep = Extract<ChangeStep, { state: 'review' }>;

function ChangeReview({ step, changes }: { step: ReviewStep; changes: readonly FieldChange[] }) {
  const { prepared, sample } = step;
  const { collection, selection, targets } = prepared;
  const search = selection.by === 'filter' ? selection.search : '';
  const fields = changes.map(({ field }) => field);
  if (!targets.ids.length) return <p>No record matches any more.</p>;
  return (
    <>
      <Callout kind="warning">
        <strong>{recordCount(targets.ids.length)}</strong> of <bdi>{collection.name}</bdi>
        {selection.by === 'filter' && (search ? ' that match ' : ' (all) ')}
        {search && (
          <code className="font-mono wrap-anywhere" dir="auto">
            {search}
          </code>
        )}{' '}
        will be changed:
      </Callout>
      <ul className="py-3" aria-label="Changes">
        {changes.map((change) => (
          <ChangeText key={change.field.name} change={change} />
        ))}
      </ul>
      <UnlinkNote
        collection={collection}
        names={changes.filter(({ value }) => value === true).map(({ field }) => field.name)}
      />
      {targets.ids.length > 1 && <BatchChoice />}
      <h2 className="pb-1 font-medium">
        {sample.length === targets.ids.length ? 'Before and after' : 'For example'}
      </h2>
      <ul aria-label="Examples" className="divide-y divide-base-300 border-y border-base-300">
        {sample.map((source) => {
          const before = readValues(fields, source);
          const after = valuesAfter(changes, before);
          return (
            <li key={source.record.id} className="py-1.5">
              <bdi className="font-medium">{presentableText(source.record, collection)}</bdi>
              <dl>
                {fields.map((field) => (
                  <Example key={field.name} field={field} before={before} after={after} />
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function problemsIn(form: HTMLFormElement | null, changes: FieldChanges) {
  const fields = changes.$changes.get().map(({ field }) => field);
  const values = { $fields: atom(fields), $recordId: atom(undefined), $base: atom({}), $values: atom({}) };
  return form ? inputProblems(values, form) : {};
}

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
          options={choosable.map((field) => ({ value: field.name, icon: FIELD_ICONS[formType(field)] }))}
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
      cancel={step.state === 'edit' ? 'Cancel' : undefined}
      footer={
        step.state === 'edit' ? (
          <Button variant="primary" type="submit" form={formId} disabled={!chosen.length}>
            Review changes
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={form.stop}>
              Back
            </Button>
            <WriteButton
              key="start"
              variant="primary"
              type="submit"
              form={formId}
              busy={step.state === 'reading'}
              disabled={!total}
            >
              Change {recordCount(total)}
            </WriteButton>
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
            <ChangeReview step={step} changes={chosen} />
          </div>
        )}
        {step.state === 'edit' && <Lines changes={changes} onChosen={focusLast} />}
      </form>
    </OverlayPanel>
  );
}

export default function ChangePanel() {
  const [current] = useState(currentSelection);
  const [changes] = useState(() => current && createFieldChanges(current.collection, current.selection));
  useEffect(() => {
    // For example after another sign-in: nothing is selected.
    if (!changes) closeRecordTool();
  }, [changes]);
  return changes ? <Panel changes={changes} count={current?.selection.count ?? 0} /> : null;
}
