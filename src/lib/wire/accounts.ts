/* The port for the users of an auth collection. */
import { lined } from './choose.ts';
import * as pb22 from './pb22/accounts.ts';
import * as pb23 from './pb23/accounts.ts';

export * from './both/accounts.ts';
export { impersonateRequest, secondFactorOf } from './pb23/accounts.ts';

export const linksRequest = /* @__PURE__ */ lined(pb22.linksRequest, pb23.linksRequest);
export const readLinks = /* @__PURE__ */ lined(pb22.readLinks, pb23.readLinks);
export const unlinkRequest = /* @__PURE__ */ lined(pb22.unlinkRequest, pb23.unlinkRequest);
