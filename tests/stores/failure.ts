import { ApiError } from '#domain/app/api-error.ts';
import { readRefusal } from '#wire/problems.ts';

/** The error of a response with this status; 0 stands for none. */
export const failure = (status: number, message = '', data: Record<string, unknown> = {}): ApiError =>
  new ApiError({ status, message, ...readRefusal({ message, data }) });
