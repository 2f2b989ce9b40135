/** A request that was refused, or got no response of the backend (status 0). The errors of the SDK are alike. */
export class RequestError extends Error {
  /** Of the response, without a token; empty without one. */
  readonly url: string;
  readonly status: number;
  /** The body, not checked. */
  readonly response: unknown;
  readonly isAbort: boolean;
  /** Whether the session has had another token since the request was sent: its refusal says nothing about that one. */
  readonly isOutdated: boolean;

  constructor({
    url = '',
    status = 0,
    response = {},
    isAbort = false,
    isOutdated = false,
  }: Partial<Pick<RequestError, 'url' | 'status' | 'response' | 'isAbort' | 'isOutdated'>>) {
    super('The request failed.');
    this.url = url;
    this.status = status;
    this.response = response;
    this.isAbort = isAbort;
    this.isOutdated = isOutdated;
  }
}

/** Anything that `fetch` or the reading of its response throws, as the error of a request. */
export const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError({ isAbort: error instanceof DOMException });
