/** A request that was refused, or got no response of the backend (status 0). The errors of the SDK are alike. */
export class RequestError extends Error {
  /** Of the response, without a token; empty without one. */
  readonly url: string = '';
  readonly status: number = 0;
  /** The body, not checked. */
  readonly response: unknown = {};
  readonly isAbort: boolean = false;
  /** Whether the session has had another token since the request was sent: its refusal says nothing about that one. */
  readonly isOutdated: boolean = false;

  constructor(facts: Partial<Omit<RequestError, keyof Error>>) {
    super('The request failed.');
    Object.assign(this, facts);
  }
}

/** Anything that `fetch` or the reading of its response throws, as the error of a request. */
export const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError({ isAbort: error instanceof DOMException });
