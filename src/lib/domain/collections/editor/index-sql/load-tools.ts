/** The functions that parse and edit index statements; see tools.ts. */
export type IndexTools = typeof import('./tools.ts');

/**
 * Loads the tools. They contain SQLite's grammar (32 kB compressed), so the first editor that needs them loads them,
 * and the first page never does.
 */
export const loadIndexTools = (): Promise<IndexTools> => import('./tools.ts');
