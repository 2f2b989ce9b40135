import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import { canCondition } from '#domain/logs/conditions.ts';
import { type DetailRow, detailRows } from '#domain/logs/detail.ts';
import type { Log } from '#domain/logs/log.ts';
import { addConditions } from '#stores/logs/query.ts';
import { LogValue } from './LogValue.tsx';

/** Largest number of lines that are shown at once. */
const MAX_LINES = 100;

/** A menu with 'is' and 'is not', which become removable parts of the filter; none if the value cannot be compared. */
function ConditionMenu({ row: { name: path, value } }: { readonly row: DetailRow }) {
  if (!canCondition(path, value)) return null;
  return (
    <Dropdown
      label={`Filter by ${path}`}
      tooltip="Filter by this value"
      tooltipSide="left"
      triggerClass="log-filter btn btn-ghost btn-square btn-xs max-sm:size-10"
      items={[
        { heading: path },
        {
          label: 'is',
          icon: 'icon-[ri--filter-line]',
          onSelect: () => addConditions({ path, operator: 'is', value }),
        },
        {
          label: 'is not',
          icon: 'icon-[ri--filter-off-line]',
          onSelect: () => addConditions({ path, operator: 'isNot', value }),
        },
      ]}
    >
      <span aria-hidden="true" className="icon-[ri--filter-line] size-3.5" />
    </Dropdown>
  );
}

function Line({ row }: { readonly row: DetailRow }) {
  return (
    <tr data-detail={row.name}>
      <th scope="row">{row.name}</th>
      <td className="log-detail-value">
        <LogValue row={row} />
      </td>
      <td className="log-detail-action">
        <ConditionMenu row={row} />
      </td>
    </tr>
  );
}

/** The entry as a table: its own members, then its data. */
export function LogDetails({ log }: { readonly log: Log }) {
  const rows = detailRows(log);
  const [limit, setLimit] = useState(MAX_LINES);
  const hidden = rows.length - limit;
  return (
    <>
      <table className="log-details">
        <tbody>
          {rows.slice(0, limit).map((row) => (
            <Line key={row.name} row={row} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <p className="mt-3 text-center">
          <Button onClick={() => setLimit(rows.length)}>Show {hidden} more</Button>
        </p>
      )}
    </>
  );
}
