/** Everything that reads and edits index statements; see tools.ts. */
export type IndexTools = typeof import('./tools.ts');

/**
 * Loads the tools. They carry SQLite's grammar (32 kB compressed), so they come with the first editor that
 * needs them and never with the first page.
 */
export const loadIndexTools = (): Promise<IndexTools> => import('./tools.ts');
