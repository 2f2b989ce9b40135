import { text } from '#domain/app/lenient.ts';
import { presentableText } from '#domain/records/record.ts';
import { formatHash } from '#routing/hash.ts';
import { newestCard } from '#stores/home/newest.ts';
import { Ago, CardBody, HomeLine, HomeLines } from './CardBody.tsx';

export default function NewestRecords() {
  return (
    <CardBody card={newestCard} failed="The records could not be loaded.">
      {({ newest, requested, count, refused }) => (
        <>
          {!count && <p className="text-muted">No collections yet.</p>}
          <HomeLines label="Newest records">
            {newest.map(({ collection, total, record }) => (
              <HomeLine
                key={collection.id}
                href={formatHash('collections', { collectionId: collection.id, recordId: record?.id })}
                note={`${collection.name} · ${total} in all`}
                aside={record && <Ago date={text(record['created'])} />}
              >
                {record ? presentableText(record, collection) : 'No records yet.'}
              </HomeLine>
            ))}
          </HomeLines>
          {refused.length > 0 && (
            <p className="text-xs text-muted">
              The backend refused to list <bdi>{refused.join(', ')}</bdi>.
            </p>
          )}
          {requested < count && (
            <p className="text-xs text-muted">
              Of the first {requested} of {count} collections.
            </p>
          )}
        </>
      )}
    </CardBody>
  );
}
