import { Callout } from '#components/feedback/Callout.tsx';
import { recordCount } from '#domain/app/count-text.ts';
import { ownOf } from '#domain/app/own.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { type FieldChange, howVerb, valuesAfter } from '#domain/records/bulk/field-change.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { emptyValue, isSameValue, readValues } from '#domain/records/panel/values.ts';
import { FieldValue } from '#islands/field-types/previews/FieldValue.tsx';
import type { ChangeStep } from '#stores/records/bulk/change.ts';

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

interface ExampleProps {
  readonly field: FormField;
  readonly before: FormValues;
  readonly after: FormValues;
}

/** The value of a field before and after. */
function Example({ field, before, after }: ExampleProps) {
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

export interface ChangeReviewProps {
  readonly review: Extract<ChangeStep, { state: 'review' }>;
  readonly changes: readonly FieldChange[];
}

/** What will be changed, in how many records, and how the first of them will look. */
export function ChangeReview({ review: { prepared, sample }, changes }: ChangeReviewProps) {
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
