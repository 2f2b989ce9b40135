/* The port for a sign-in that needs more than a password, which no 0.22 does. */
export { ADMINISTRATOR } from './pb23/identities.ts';
export {
  codeRequest,
  codeSignInRequest,
  isStepOver,
  methodsRequest,
  readCodeId,
  readMethods,
} from './pb23/sign-in.ts';
