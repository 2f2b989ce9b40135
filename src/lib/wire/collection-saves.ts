/* The port for one collection, and for changes of collections. */
export * from './both/collection-saves.ts';
