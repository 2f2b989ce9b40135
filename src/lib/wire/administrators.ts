/* The port for what is done with administrators: the sign-in has no room for it. */
import { lined } from './choose.ts';
import * as pb22 from './pb22/administrators.ts';
import * as pb23 from './pb23/administrators.ts';

export const resetMailRequest = /* @__PURE__ */ lined(pb22.resetMailRequest, pb23.resetMailRequest);
export const resetRequest = /* @__PURE__ */ lined(pb22.resetRequest, pb23.resetRequest);
export const adminRequest = /* @__PURE__ */ lined(pb22.adminRequest, pb23.adminRequest);
export const firstAdminRequest = /* @__PURE__ */ lined(pb22.firstAdminRequest, pb23.firstAdminRequest);
export const createAdminRequest = /* @__PURE__ */ lined(pb22.createAdminRequest, pb23.createAdminRequest);
export const updateAdminRequest = /* @__PURE__ */ lined(pb22.updateAdminRequest, pb23.updateAdminRequest);
export const deleteAdminRequest = /* @__PURE__ */ lined(pb22.deleteAdminRequest, pb23.deleteAdminRequest);
