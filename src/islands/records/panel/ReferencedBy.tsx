import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Accordion } from '#components/elements/Accordion.tsx';
import { Button } from '#components/elements/Button.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { recordCount } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { RelatedChip } from '#islands/field-types/cells/RelatedChip.tsx';
import { formatHash } from '#routing/hash.ts';
import { $collectionList } from '#stores/collections/list.ts';
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
