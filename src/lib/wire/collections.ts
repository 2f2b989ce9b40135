/* The port for collections: what each line of PocketBase does in its own way. */
export * from './pb22/collection-requests.ts';
export { readCollection, readEntry, storedText } from './pb22/collections.ts';
