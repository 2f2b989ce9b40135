import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { Checkbox } from '#components/form/Checkbox.tsx';
import { Select } from '#components/form/Select.tsx';
import { numberText } from '#domain/app/count-text.ts';
import { type RecordDifference, recordKey } from '#domain/promote/record-differences.ts';
import {
  $comparable,
  $recordComparisons,
  $selectedRecords,
  compareRecords,
  MAX_RECORDS,
  type RecordComparison,
  selectRecords,
} from '#stores/promote/records.ts';

/** Number of records on screen; the others are selected together. */
const SHOWN = 100;

function helpOf({ stored, fields, hasFiles }: RecordDifference): string {
  if (!stored) return hasFiles ? 'New, with files.' : 'New.';
  const change = `Changed: ${fields.join(', ')}.`;
  return hasFiles ? `${change} Its files are not sent.` : change;
}

/** The differing records of one collection. */
function RecordList({ name, comparison }: { readonly name: string; readonly comparison: RecordComparison }) {
  const selected = useStore($selectedRecords);
  const { records, state, added, changed, onlyThere, equal } = comparison;
  const chosen = records.filter((each) => selected.has(recordKey(each))).length;
  return (
    <Accordion
      open
      title={<bdi>{name}</bdi>}
      aside={
        <span className="text-xs text-muted tabular-nums" role="status">
          {state === 'busy' && 'Comparing… '}
          {state === 'failed' && 'Stopped. '}
          {numberText(added)} new, {numberText(changed)} changed, {numberText(onlyThere)} only there,{' '}
          {numberText(equal)} equal
        </span>
      }
    >
      {records.length > 0 && (
        <Checkbox
          label={`All ${numberText(records.length)} of ${name}`}
          help={added + changed > MAX_RECORDS ? `The first ${numberText(MAX_RECORDS)} at a time.` : undefined}
          checked={chosen === records.length}
          indeterminate={chosen > 0 && chosen < records.length}
          onChange={(isOn) => selectRecords(records, isOn)}
        />
      )}
      <ul>
        {records.slice(0, SHOWN).map((record) => (
          <li key={record.id}>
            <Checkbox
              label={record.label || record.id}
              help={helpOf(record)}
              checked={selected.has(recordKey(record))}
              onChange={(isOn) => selectRecords([record], isOn)}
            />
          </li>
        ))}
      </ul>
      {records.length > SHOWN && <p className="text-muted">And {numberText(records.length - SHOWN)} more.</p>}
    </Accordion>
  );
}

/** Compares the records of chosen collections. */
export function RecordDifferences({ from }: { readonly from: string }) {
  const comparable = useStore($comparable);
  const comparisons = useStore($recordComparisons);
  const [chosen, setChosen] = useState('');
  const target = comparable.find((each) => each.target.id === chosen);
  const isBusy = [...comparisons.values()].some(({ state }) => state === 'busy');
  return (
    <section className="mb-4">
      <h2 className="mb-1 font-semibold">Records</h2>
      <p className="mb-2 text-muted">
        Compared by id. Files, passwords, and fields that only one side has are not compared. New users of{' '}
        <bdi>{from}</bdi> get a random password.
      </p>
      <div className="mb-2 flex flex-wrap items-end gap-2">
        <Select
          label="Collection"
          className="w-64 max-w-full"
          options={comparable.map((each) => ({ value: each.target.id, label: each.target.name }))}
          value={chosen}
          onChange={setChosen}
        />
        <Button
          className="mb-5"
          disabled={!target}
          busy={isBusy}
          onClick={() => target && void compareRecords(target)}
        >
          Compare records
        </Button>
      </div>
      <div className="flex flex-col gap-1">
        {comparable.map(({ target: { id, name } }) => {
          const comparison = comparisons.get(id);
          return comparison && <RecordList key={id} name={name} comparison={comparison} />;
        })}
      </div>
    </section>
  );
}
