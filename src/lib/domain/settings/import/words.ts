export const EXPORT_TEXTS = {
  intro:
    "Below you'll find your current collections configuration that you could import in another PocketBase environment.",
  copied: 'The configuration was copied to your clipboard!',
  fileName: 'pb_schema.json',
} as const;

export const IMPORT_TEXTS = {
  intro: 'Paste below the collections configuration you want to import or',
  loadFile: 'Load from JSON file',
  merge: 'Merge with the existing collections',
  deleteMissing: 'Delete missing collections and fields',
  invalid: 'Invalid collections configuration.',
  untranslatable: 'Nothing can be imported while it has what this backend can’t have:',
  endsSessions: 'the changed rule of who may sign in ends all sessions of this collection.',
  shown: 'is no longer hidden, so whoever may read its records sees it.',
  unreadable: 'Failed to load the imported JSON.',
  upToDate: 'Your collections configuration is already up-to-date!',
  mismatches:
    'Some of the imported collections share the same name and/or fields but are imported with different IDs. You can replace them in the import if you want to.',
  replaceIds: 'Replace with original ids',
  noIds: 'These have no id, or one that PocketBase refuses. They can get valid ones, which relations follow:',
  addIds: 'Give them valid ids',
  unique:
    'These fields are unique in the way of PocketBase before 0.14. Since then an index makes values unique, which this configuration lacks:',
  addUnique: 'Add unique indexes',
  given:
    'The configuration lacks options that PocketBase needs. They get the values of its own upgrade, or of a new field:',
  page: (count: number, total: number) =>
    `This is one page of a list: ${count} of ${total} collections. The others count as missing.`,
  imported: 'Successfully imported collections configuration.',
  mayBeImported: 'Stopped waiting. The collections may still have been imported.',
  mended: 'The backend has read its collections again. They can be imported now.',
  changedMeanwhile: 'The collections have changed since you opened this review. Check the new differences.',
} as const;
