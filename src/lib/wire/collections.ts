/* The port for collections: what each line of PocketBase does in its own way. */
export * from './pb22/collection-requests.ts';
export { blankCollection, readCollection, writeCollection } from './pb22/collections.ts';
export { blankField } from './pb22/fields.ts';
