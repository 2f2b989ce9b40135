import { Callout } from '#components/feedback/Callout.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import { can } from '#stores/app/capabilities.ts';

const TEXTS = {
  yes: 'Records that become verified lose their linked accounts of sign-in providers.',
  perhaps: 'With some versions of PocketBase, records that become verified lose their linked accounts.',
};

/** What else happens to stored records of the collection when these fields of them are set. */
export function UnlinkNote(props: { readonly collection: Collection; readonly names: readonly string[] }) {
  const { verifyingUnlinks } = can();
  if (!verifyingUnlinks || props.collection.type !== 'auth' || !props.names.includes('verified')) return null;
  return (
    <Callout kind="warning" role="status" className="mb-3">
      {TEXTS[verifyingUnlinks]}
    </Callout>
  );
}
