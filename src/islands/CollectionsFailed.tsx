import { ErrorState } from '#components/feedback/ErrorState.tsx';
import type { ApiError } from '#domain/app/api-error.ts';
import { loadCollections } from '#stores/collections/list.ts';

/** Shown in place of what needs the collections, which could not be loaded. */
export function CollectionsFailed({ error }: { readonly error: ApiError }) {
  return <ErrorState title="The collections could not be loaded." error={error} onRetry={loadCollections} />;
}
