import { useStore } from '@nanostores/react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { valueText } from '#domain/app/value-text.ts';
import type { ViewTrial } from '#domain/backend/collection.ts';
import { fieldTypeLabel } from '#domain/field-types/labels.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from './use-slice.ts';

function TrialTable({ trial: { fields, rows } }: { readonly trial: ViewTrial }) {
  return (
    <div className="max-h-72 overflow-auto rounded-box border border-base-300">
      <table className="w-full text-left text-xs">
        <thead>
          <tr>
            {fields.map(({ name, type }) => (
              <th key={name} scope="col" className="border-b border-base-300 px-2 py-1 font-medium">
                {name} <span className="font-normal text-muted">{fieldTypeLabel(type)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a query may have no id of their own.
            <tr key={at}>
              {fields.map(({ name }) => (
                <td key={name} className="max-w-60 truncate px-2 py-1 font-mono">
                  {valueText(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Tries the query of a view, and shows its columns and some rows. */
export default function QueryTrial({ editor }: { readonly editor: CollectionEditor }) {
  const trial = useStore(editor.$trial);
  const query = useSlice(editor.$values, (values) => values.query);
  const isOld = trial !== undefined && trial.query !== query;
  return (
    <section aria-label="Trial" className="flex flex-col gap-2">
      <Button
        icon="icon-[ri--play-circle-line]"
        className="self-start"
        disabled={!query.trim() || trial?.state === 'busy'}
        onClick={() => void editor.tryQuery(query)}
      >
        Try the query
      </Button>
      <div aria-live="polite" className={isOld ? 'opacity-60' : ''}>
        {trial?.state === 'failed' && <Callout kind="warning">{trial.error.message}</Callout>}
        {trial?.state === 'ready' && (
          <>
            <p className="pb-1 text-xs text-muted">
              {isOld && 'Of the query before it was changed: '}
              {trial.value.rows.length === 0
                ? 'No record matches.'
                : `The first ${trial.value.rows.length} records; nothing was saved.`}
            </p>
            <TrialTable trial={trial.value} />
          </>
        )}
      </div>
    </section>
  );
}
