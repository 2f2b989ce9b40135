/* The port for those who export collections. */
export * from './pb22/entries.ts';
