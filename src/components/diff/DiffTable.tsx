import type { CollectionDiff, DiffField } from '#domain/settings/import/diff.ts';
import { ChangeLabel, type ChangeLabelProps } from './ChangeLabel.tsx';
import { DiffLine } from './DiffLine.tsx';

const LOOKS: Readonly<Partial<Record<DiffField['kind'], ChangeLabelProps['kind']>>> = {
  removed: 'deleted',
  changed: 'changed',
  added: 'added',
};

function FieldHead({ field }: { readonly field: DiffField }) {
  const kind = LOOKS[field.kind];
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className="border-t border-base-300 bg-base-200 px-2 py-1 text-left">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span className="min-w-0 wrap-anywhere">
            field: <bdi>{field.name}</bdi>
          </span>
          {kind && field.mark && <ChangeLabel kind={kind} text={field.mark} />}
        </span>
      </th>
    </tr>
  );
}

export interface DiffTableProps {
  /** Of the collection. */
  readonly name: string;
  readonly diff: CollectionDiff;
  /** The headings of both sides. */
  readonly sides?: readonly [old: string, fresh: string];
}

/** The old and new properties of a collection, then those of its fields. */
export function DiffTable({ name, diff, sides = ['Old', 'New'] }: DiffTableProps) {
  return (
    <div className="overflow-hidden rounded-box border border-base-300">
      <table aria-label={name} className="w-full table-fixed border-collapse text-xs leading-5">
        <thead>
          <tr className="bg-base-200 text-left font-medium">
            <th scope="col" className="w-24 px-2 py-1 sm:w-36">
              Props
            </th>
            {sides.map((side) => (
              <th key={side} scope="col" className="border-l border-base-300 px-2 py-1 wrap-anywhere">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {diff.rows.map((row) => (
            <DiffLine key={row.prop} row={row} />
          ))}
        </tbody>
        {diff.fields.map((field) => (
          <tbody key={field.key}>
            <FieldHead field={field} />
            {field.rows.map((row) => (
              <DiffLine key={row.prop} row={row} isNested />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
