import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { ScrolledValue } from '#components/elements/ScrolledValue.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { valueSummary } from '#domain/records/panel/value-summary.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

export interface RemovedFieldsProps {
  readonly panel: RecordPanel;
  /** Gets the focus when the last value is discarded. */
  readonly form: RefObject<HTMLFormElement | null>;
}

/** Unsaved values of fields that the collection no longer has. They can be read, copied or discarded. */
export function RemovedFields({ panel, form }: RemovedFieldsProps) {
  const removed = useStore(panel.$orphaned);
  useFocusAfterRemoval(removed.length, () => form.current?.querySelector<HTMLElement>('button[type=button]'));
  return (
    <div role="status">
      {removed.map((item) => {
        const text = valueSummary(item.value);
        return (
          <div
            key={`${item.name} ${text}`}
            data-removed-field={item.name}
            className="mb-3 rounded-box border border-warning/40 bg-warning/10 py-1.5 pr-1.5 pl-3"
          >
            <div className="flex items-center gap-1">
              <span aria-hidden="true" className="icon-[ri--alert-line] size-4 shrink-0 text-warning" />
              <span className="min-w-0 grow pl-1 wrap-anywhere">
                <bdi className="font-medium">{item.name}</bdi> is no longer a field of this collection.
              </span>
              <CopyIcon value={text} label={`Copy ${item.name}`} />
              <LineAction verb="Discard" name={item.name} onClick={() => panel.removeOrphaned(item)} />
            </div>
            <ScrolledValue label={`Value of ${item.name}`}>{text}</ScrolledValue>
          </div>
        );
      })}
    </div>
  );
}
