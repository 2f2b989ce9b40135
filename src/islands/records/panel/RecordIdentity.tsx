import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { announce } from '#components/elements/announce.ts';
import { Button } from '#components/elements/Button.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { recordCount } from '#domain/app/count-text.ts';
import { text } from '#domain/app/lenient.ts';
import { type Collection, fieldWith } from '#domain/backend/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { fileKind } from '#domain/field-types/file-type.ts';
import { filesIn, type RecordData } from '#domain/records/record.ts';
import { expandOf } from '#domain/records/relations.ts';
import { RelatedChip, Thumb } from '#islands/field-types/cells/RelatedChip.tsx';
import { PanelIdentity } from '#islands/PanelIdentity.tsx';
import { formatHash } from '#routing/hash.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { createRelatedRecords } from '#stores/field-types/related.ts';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import { createReferences, type References } from '#stores/records/panel/references.ts';

function Found({ collection, filter, load }: References) {
  if (load.state === 'busy') return <Skeleton className="h-6 w-40" />;
  if (load.state === 'failed')
    return <span className="text-muted">Could not be loaded: {load.error.message}</span>;
  const { total, items } = load.value;
  if (!total) return <span className="text-muted">No records</span>;
  return (
    <>
      <a
        className="link inline-flex items-center text-sm max-sm:min-h-10"
        href={formatHash('collections', { collectionId: collection.id, filter })}
      >
        {recordCount(total)}
      </a>
      {items.map((record) => (
        <RelatedChip
          key={record.id}
          id={record.id}
          record={record}
          collection={collection}
          isMissing={false}
        />
      ))}
      {total > items.length && <span className="text-muted">…</span>}
    </>
  );
}

interface ListProps {
  readonly collection: Collection;
  readonly id: string;
}

function ReferenceList({ collection, id }: ListProps) {
  const [{ $references, reload }] = useState(() => createReferences(collection, id));
  const references = useStore($references);
  return (
    <>
      <ul className="flex flex-col gap-3" aria-label="Referenced by">
        {references.map((one) => (
          <li key={`${one.collection.id} ${one.field.id}`} aria-busy={one.load.state === 'busy'}>
            <p className="pb-1 font-medium wrap-anywhere">
              <bdi>{one.collection.name}</bdi>{' '}
              <span className="font-normal text-muted">
                by <bdi>{one.field.name}</bdi>
              </span>
            </p>
            <div className="flex flex-wrap items-center gap-1.5 text-sm">
              <Found {...one} />
            </div>
          </li>
        ))}
      </ul>
      {references.some(({ load }) => load.state === 'failed') && (
        <Button className="mt-3" onClick={() => void reload()}>
          Try again
        </Button>
      )}
    </>
  );
}

/** Which records refer to this one, by collection and relation; asks for them when it is opened. */
export function ReferencedBy({ collection, id }: ListProps) {
  const collections = useStore($collectionList);
  const [isOpen, setIsOpen] = useState(false);
  if (!schemaIndex(collections).pointingTo(collection).length) return null;
  return (
    <div className="pt-4" data-referenced-by="">
      <Accordion title="Referenced by" icon="icon-[ri--links-line]" open={isOpen} onToggle={setIsOpen}>
        {isOpen && <ReferenceList key={id} collection={collection} id={id} />}
      </Accordion>
    </div>
  );
}

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
  const image = filesIn(record, collection.fields).find((file) => fileKind(file.name) === 'image');
  return (
    <PanelIdentity
      name={name === record.id ? '' : name}
      id={record.id}
      created={text(record[fieldWith(collection, 'created')?.name ?? ''])}
      updated={text(record[fieldWith(collection, 'updated')?.name ?? ''])}
    >
      {image && <Thumb key={record.id} record={record} {...image} />}
    </PanelIdentity>
  );
}
