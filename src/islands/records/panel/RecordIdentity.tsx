import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { announce } from '#components/elements/announce.ts';
import { text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { fileKind } from '#domain/field-types/file-type.ts';
import { filesIn } from '#domain/records/cell-text.ts';
import { expandOf } from '#domain/records/panel/relations.ts';
import type { RecordData } from '#domain/records/record.ts';
import { Thumb } from '#islands/field-types/cells/RecordLabel.tsx';
import { PanelIdentity } from '#islands/PanelIdentity.tsx';
import { recordText } from '#stores/field-types/record-text.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';

/** The record, with its presentable relations expanded once they are loaded. */
function useExpanded(record: RecordData | undefined, collection: Collection): RecordData | undefined {
  const isDeep = expandOf(collection, []) !== '';
  const [related] = useState(() => createRelatedRecords(collection));
  const expanded = useStore(related.$records);
  useStore(related.$missing);
  const id = record?.id;
  useEffect(() => {
    if (isDeep && id !== undefined) void related.load([id]);
  }, [related, isDeep, id]);
  return (id !== undefined && expanded.get(id)) || record;
}

/** Which record the panel shows; announced when the panel shows another one. */
export function RecordIdentity({ panel }: { readonly panel: RecordPanel }) {
  const collection = useStore(panel.$collection);
  const record = useStore(panel.$known);
  const recordId = useStore(panel.$recordId);
  const named = useExpanded(record, collection);
  const name = named ? recordText(named, collection) : '';
  const announced = useRef(recordId);
  useEffect(() => {
    if (!record || announced.current === recordId) return;
    announced.current = recordId;
    announce(name);
  }, [record, recordId, name]);
  if (!record) return null;
  const image = filesIn(record, collection.schema).find((file) => fileKind(file.name) === 'image');
  return (
    <PanelIdentity
      name={name === record.id ? '' : name}
      id={record.id}
      created={text(record['created'])}
      updated={text(record['updated'])}
    >
      {image && <Thumb key={record.id} record={record} {...image} />}
    </PanelIdentity>
  );
}
