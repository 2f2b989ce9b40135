// chunks: record panels
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { columnsOf } from '#domain/collections/columns.ts';
import { PreviewValue } from '#islands/field-types/previews/PreviewValue.tsx';
import {
  $preview,
  closePreview,
  type RecordPreview as Preview,
  startRecordPanels,
} from '#stores/records/panel/follow-route.ts';
import { $panels } from '#stores/records/panel/stack.ts';
import { RecordPanelView } from './RecordPanelView.tsx';

/** A record of a view, read-only, with every column in its long form. */
function RecordPreview({ preview }: { readonly preview: Preview }) {
  const { collection, source } = preview;
  return (
    <OverlayPanel
      title={
        <>
          <bdi>{collection.name}</bdi> record preview
        </>
      }
      onRequestClose={closePreview}
      cancel="Close"
    >
      {source ? (
        <table
          className="w-full table-fixed border-collapse text-left"
          aria-label={`${collection.name} record`}
        >
          <tbody>
            {columnsOf(collection).map((column) => (
              <tr
                key={column.id}
                className="border-b border-base-300 last:border-0"
                data-column={column.name}
              >
                <th scope="row" className="w-40 py-2 pr-3 align-top font-medium max-sm:w-28">
                  <span className="flex items-center gap-1.5">
                    <span
                      aria-hidden="true"
                      className={`${FIELD_ICONS[column.type]} size-4 shrink-0 text-muted`}
                    />
                    <span className="min-w-0 truncate" data-tooltip-clipped="">
                      {column.name}
                    </span>
                  </span>
                </th>
                <td className="py-2 align-top wrap-anywhere">
                  <PreviewValue column={column} source={source} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div className="grid min-h-40 place-items-center">
          <Spinner label="Loading record..." className="size-6" />
        </div>
      )}
    </OverlayPanel>
  );
}

export default function RecordPanels() {
  const panels = useStore($panels);
  const preview = useStore($preview);
  useEffect(startRecordPanels, []);
  return (
    <>
      {panels.map((panel, index) => (
        <RecordPanelView key={panel.slot} panel={panel} isLowest={index === 0} />
      ))}
      {preview && <RecordPreview key={preview.recordId} preview={preview} />}
    </>
  );
}
