import { ApiError } from '#domain/app/api-error.ts';

/** The error of a response with this status; 0 stands for none. */
export const failure = (status: number, message = '', data: Record<string, unknown> = {}): ApiError =>
  new ApiError({ url: '', status, isAbort: false, message, body: { code: status, message, data } });
