import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { type DetailRow, detailRows } from '#domain/logs/detail.ts';
import type { Log } from '#domain/logs/log.ts';
import { ConditionMenu } from './ConditionMenu.tsx';
import { LogValue } from './LogValue.tsx';

/** Largest number of lines that are shown at once. */
const MAX_LINES = 100;

function Line({ row }: { readonly row: DetailRow }) {
  const { name, value } = row;
  return (
    <tr data-detail={name}>
      <th scope="row">{name}</th>
      <td className="log-detail-value">
        <LogValue row={row} />
      </td>
      <td className="log-detail-action">
        <ConditionMenu path={name} value={value} />
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
