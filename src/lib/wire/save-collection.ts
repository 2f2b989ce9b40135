/* The port for those who save collections. */
export {
  collectionProblems,
  readDraft,
  storedCollection,
  systemFields,
  writeCollection,
} from './pb22/save-collection.ts';
