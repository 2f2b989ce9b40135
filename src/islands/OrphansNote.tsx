import { orphansText } from '#stores/app/stored-files.ts';

/** For those who look for files without a record; `collection` is an id. */
export const OrphansNote = ({ collection }: { readonly collection?: string }) => (
  <p className="col-span-full mt-2 max-w-3xl text-xs text-muted wrap-anywhere">{orphansText(collection)}</p>
);
