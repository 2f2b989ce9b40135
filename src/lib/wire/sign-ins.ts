/* The port for what the backend keeps of sign-ins; 0.22 keeps nothing. */
export { deleteTraceRequest, endSessionsRequest, readTraces, tracesRequest } from './pb23/sign-ins.ts';
