import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { ownOf } from '#domain/app/own.ts';
import type { Column } from '#domain/collections/columns.ts';
import { isEmptyValue, JSON_LIMIT, truncate, valueText } from '#domain/records/cell-text.ts';
import { unescapeStored } from '#domain/records/panel/json-text.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { valuesOf } from '#domain/records/record.ts';
import { BoolValue, Choices, NoValue, UrlValue } from '../cells/simple-values.tsx';
import { Thumb } from '../cells/Thumb.tsx';
import { PreviewRelations } from './PreviewRelations.tsx';

/** The sanitiser comes along with it. */
const PreviewRichText = lazyPart(() => import('./PreviewRichText.tsx'));

/** Props of {@link PreviewValue}. */
export interface PreviewValueProps {
  readonly column: Column;
  readonly source: RecordSource;
}

/** The document as it is stored, cut when it is long, to be copied whole (PV-04). */
function JsonValue({ text }: { readonly text: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 grow font-mono text-xs leading-5 whitespace-pre-wrap">
        {truncate(text, JSON_LIMIT)}
      </code>
      {text.length > JSON_LIMIT && <CopyIcon value={text} label="Copy JSON" />}
    </span>
  );
}

/** One value of a view's record in its long form (PV-04). */
export function PreviewValue({ column, source }: PreviewValueProps) {
  const { record, members } = source;
  const value = ownOf(record, column.name);
  if (column.type === 'bool') return <BoolValue value={value} />;
  if (isEmptyValue(value)) return <NoValue />;
  const text = valueText(value);
  switch (column.type) {
    case 'id':
      return (
        <span className="flex items-center gap-1 font-mono text-xs">
          {text}
          <CopyIcon value={text} />
        </span>
      );
    case 'number':
      return <span className="font-mono text-[13px] tabular-nums">{members.get(column.name) ?? text}</span>;
    case 'date':
      return <DateTime value={text} />;
    case 'json':
      return <JsonValue text={unescapeStored(members.get(column.name) ?? text)} />;
    case 'editor':
      return <PreviewRichText html={text} />;
    case 'url':
      return <UrlValue url={text} />;
    case 'select':
      return (
        <span className="flex flex-wrap gap-1">
          <Choices items={valuesOf(value)} />
        </span>
      );
    case 'file':
      return (
        <span className="flex flex-wrap gap-1">
          {valuesOf(value).map((name) => (
            <Thumb key={name} record={record} field={column.field} name={name} />
          ))}
        </span>
      );
    case 'relation':
      return <PreviewRelations field={column.field} ids={valuesOf(value)} />;
    default:
      return <span className="whitespace-pre-wrap">{text}</span>;
  }
}
