import { deletedOf, type ImportMode, omittedOf } from './effective.ts';
import type { RawCollection } from './raw.ts';

/** The body of the request that imports. */
export interface ImportBody {
  readonly collections: readonly RawCollection[];
  readonly deleteMissing: boolean;
}

/**
 * The body of the request. To delete missing fields but keep omitted collections, which the backend can't do, these
 * are sent as they are.
 */
export function importBody(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): ImportBody {
  const { deleteMissing } = mode;
  const deleted = new Set(deletedOf(existing, imported, mode));
  const kept = deleteMissing ? omittedOf(existing, imported).filter((one) => !deleted.has(one)) : [];
  return { collections: [...imported, ...kept], deleteMissing };
}
