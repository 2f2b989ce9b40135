/* The port for changes of several records at once; 0.22 has none. */
export {
  type BatchAnswer,
  batchRequest,
  neverStored,
  type RefusedBy,
  readBatch,
  readBatchRefusal,
  refusedBy,
} from './pb23/batch.ts';
