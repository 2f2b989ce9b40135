import type { ReactNode } from 'react';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { DateTime } from '#components/elements/DateTime.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { ownOf } from '#domain/app/lenient.ts';
import { isEmptyValue, truncate, valueText } from '#domain/app/value-text.ts';
import type { Column } from '#domain/collections/columns.ts';
import { type ColumnType, valuesOf } from '#domain/field-types/field-type.ts';
import { unescapeStored } from '#domain/field-types/form-value.ts';
import { readGeoPoint } from '#domain/field-types/geo-point.ts';
import { JSON_LIMIT } from '#domain/records/record.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { Thumb } from '../cells/RelatedChip.tsx';
import { BoolValue, Choices, NoValue, UrlValue } from '../cells/simple-values.tsx';
import { PreviewRelations } from './FieldValue.tsx';

/** Loaded on demand, because it includes the sanitiser. */
const PreviewRichText = lazyPart(() => import('./PreviewRichText.tsx'));

export interface PreviewValueProps {
  readonly column: Column;
  readonly source: RecordSource;
}

/** The stored document. A long one is shortened but can be copied completely. */
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

type Render = (props: PreviewValueProps, value: unknown) => ReactNode;

const text: Render = (_, value) => <span className="whitespace-pre-wrap">{valueText(value)}</span>;

/** The value as the backend sent it: `JSON.parse` rounds long numbers. */
const sourceText = ({ column, source }: PreviewValueProps, value: unknown): string =>
  source.members.get(column.name) ?? valueText(value);

const PREVIEWS: Readonly<Record<ColumnType, Render>> = {
  id: (_, value) => (
    <span className="flex items-center gap-1 font-mono text-xs">
      {valueText(value)}
      <CopyIcon value={valueText(value)} />
    </span>
  ),
  username: text,
  text,
  editor: (_, value) => <PreviewRichText html={valueText(value)} />,
  number: (props, value) => (
    <span className="font-mono text-dense tabular-nums">{sourceText(props, value)}</span>
  ),
  bool: (_, value) => <BoolValue value={value} />,
  email: text,
  url: (_, value) => <UrlValue url={valueText(value)} />,
  date: (_, value) => <DateTime value={valueText(value)} />,
  select: (_, value) => (
    <span className="flex flex-wrap gap-1">
      <Choices items={valuesOf(value)} />
    </span>
  ),
  json: (props, value) => <JsonValue text={unescapeStored(sourceText(props, value))} />,
  file: ({ column, source: { record } }, value) => (
    <span className="flex flex-wrap gap-1">
      {valuesOf(value).map((name) => (
        <Thumb key={name} record={record} field={column.field} name={name} />
      ))}
    </span>
  ),
  geoPoint: (_, value) => <span className="font-mono text-dense tabular-nums">{readGeoPoint(value)}</span>,
  relation: ({ column }, value) => <PreviewRelations field={column.field} ids={valuesOf(value)} />,
};

export function PreviewValue(props: PreviewValueProps) {
  const { column, source } = props;
  const value = ownOf(source.record, column.name);
  if (column.type !== 'bool' && isEmptyValue(value)) return <NoValue />;
  return PREVIEWS[column.type](props, value);
}
