export type IndexTools = typeof import('./tools.ts');

/** Loads the tools, which contain SQLite's grammar (32 kB compressed), for the first editor that needs them. */
export const loadIndexTools = (): Promise<IndexTools> => import('./tools.ts');
