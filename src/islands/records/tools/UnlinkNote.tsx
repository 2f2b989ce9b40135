import { Callout } from '#components/feedback/Callout.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import { verifyingLoss } from '#stores/records/verifying.ts';

/** What else happens to stored records of the collection when these fields of them are set. */
export function UnlinkNote(props: { readonly collection: Collection; readonly names: readonly string[] }) {
  const loss = props.collection.type === 'auth' && props.names.includes('verified') && verifyingLoss();
  return loss ? (
    <Callout kind="warning" role="status" className="mb-3">
      {loss}
    </Callout>
  ) : null;
}
