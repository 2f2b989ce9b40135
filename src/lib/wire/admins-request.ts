/* The port for the list of administrators. */
import { lined } from './choose.ts';
import { adminsRequest as pb22 } from './pb22/admins-request.ts';
import { adminsRequest as pb23 } from './pb23/admins-request.ts';

export const adminsRequest = /* @__PURE__ */ lined(pb22, pb23);
