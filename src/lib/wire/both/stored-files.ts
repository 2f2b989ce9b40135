/* Where a backend keeps the files of records; no answer of its API tells. */

/** That files without a record are out of reach, and where to look for them. */
export const orphansText = (collection = 'COLLECTION_ID'): string =>
  `Files that no record names can't be listed: PocketBase's API has no list of files. Look in the storage itself (pb_data/storage/${collection}/RECORD_ID).`;
