import { Button } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { SqlAnswer } from '#domain/sql/answer.ts';
import { type ResultColumn, recordOf } from '#domain/sql/columns.ts';
import { openRecord } from '#stores/sql/open-record.ts';

export interface RowPanelProps {
  readonly columns: readonly ResultColumn[];
  readonly row: SqlAnswer['rows'][number];
  readonly onClose: () => void;
}

/** All values of a row, whole. */
export default function RowPanel({ columns, row, onClose }: RowPanelProps) {
  const record = recordOf(row, columns);
  return (
    <OverlayPanel
      size="md"
      title="Row"
      onRequestClose={onClose}
      cancel="Close"
      footer={
        record && (
          <Button variant="primary" onClick={() => openRecord(record.collection.id, record.id)}>
            Open the record in <bdi>{record.collection.name}</bdi>
          </Button>
        )
      }
    >
      <dl className="flex flex-col gap-3">
        {columns.map(({ name, source }, at) => {
          const value = row[at] ?? null;
          return (
            <div key={name}>
              <dt className="text-xs text-muted">
                <bdi>{name}</bdi>
                {source && (
                  <>
                    {' '}
                    of <bdi>{source.collection.name}</bdi>
                  </>
                )}
              </dt>
              <dd className="flex items-start gap-1">
                {value === null || value === '' ? (
                  <span className="text-muted italic">{value === null ? 'NULL' : 'empty text'}</span>
                ) : (
                  <>
                    <bdi className="min-w-0 grow font-mono text-dense whitespace-pre-wrap wrap-anywhere">
                      {value}
                    </bdi>
                    <CopyIcon value={value} label={`Copy ${name}`} />
                  </>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </OverlayPanel>
  );
}
