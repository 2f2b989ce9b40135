/* The port for those who save collections. */
import { lined } from './choose.ts';
import * as pb22 from './pb22/save-collection.ts';
import * as pb23 from './pb23/save-collection.ts';

export { isSameStored, readTrial, truncateRequest, tryViewRequest } from './pb23/save-collection.ts';

export const collectionProblems = /* @__PURE__ */ lined(pb22.collectionProblems, pb23.collectionProblems);
export const copyOf = /* @__PURE__ */ lined(pb22.copyOf, pb23.copyOf);
export const blankField = /* @__PURE__ */ lined(pb22.blankField, pb23.blankField);
export const firstParts = /* @__PURE__ */ lined(pb22.firstParts, pb23.firstParts);
export const readDraft = /* @__PURE__ */ lined(pb22.readDraft, pb23.readDraft);
export const storedCollection = /* @__PURE__ */ lined(pb22.storedCollection, pb23.storedCollection);
export const systemFields = /* @__PURE__ */ lined(pb22.systemFields, pb23.systemFields);
export const writeCollection = /* @__PURE__ */ lined(pb22.writeCollection, pb23.writeCollection);
