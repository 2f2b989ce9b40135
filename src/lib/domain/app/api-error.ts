import type { Problem } from '#domain/backend/problem.ts';

/** Shown when neither the response nor the error has a message. */
export const FALLBACK_MESSAGE = 'Something went wrong while processing your request.';
export const ABORT_MESSAGE = 'The request was autocancelled.';
/** Added to the fallback when no response came. */
export const UNREACHABLE_HINT = 'The backend can’t be reached: check that it is running.';
/** `localhost` may resolve to another address family. */
export const LOCALHOST_HINT = 'Its address says localhost: try 127.0.0.1 instead.';
/** When a proxy refuses a body for its size and sends no message. */
export const TOO_LARGE_MESSAGE =
  'The upload is too large for the server in front of the backend. Choose a smaller file, or raise that server’s limit.';

/** A successful response is cut, empty, a page of a proxy or JSON of another shape. */
export const UNREADABLE_MESSAGE = 'The response is incomplete or not from PocketBase.';
/** The backend's own message; also for an id that can't be part of an address, such as `..`. */
export const NOT_FOUND_MESSAGE = "The requested resource wasn't found.";
/** A read got no response within {@link READ_TIMEOUT}. */
export const NO_RESPONSE_MESSAGE = 'The backend has not responded within a minute.';
/** In ms. Proxies in front of backends wait no longer by default. */
export const READ_TIMEOUT = 60_000;
/** Added when the request may have changed data. */
export const UNREADABLE_WRITE_HINT = 'The request may still have worked.';

/** When a proxy limits requests without a message. `retryAfter` is its header of that name, in seconds. */
export function tooManyMessage(retryAfter: string | null): string {
  const seconds = Number(retryAfter);
  const wait = Number.isInteger(seconds) && seconds > 0 ? `${seconds} s` : 'a moment';
  return `Too many requests. Wait ${wait}, then try again.`;
}

/** A response with status 400 or above, a network failure (status 0) or an abort; `message` is ready to be shown. */
export class ApiError extends Error {
  readonly url: string;
  /** HTTP status, 0 when no response came. */
  readonly status: number;
  /** Empty without a message of the backend. */
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly isAbort: boolean;
  /** Whether the page itself failed, perhaps after the response: what the request has changed is unknown. */
  readonly isFault: boolean = false;
  /** Name of the backend that was called if it is not the one of this tab: the error says nothing about its session. */
  declare readonly elsewhere?: string;
  /** Whether the session has another token than the request had: the error says nothing about it. */
  readonly isOutdated: boolean;
  /** The id of the second step of a sign-in: the password was right, and this is no failure. */
  readonly step: string | undefined;

  constructor(
    init: Pick<ApiError, 'status' | 'message'> &
      Partial<Pick<ApiError, 'url' | 'text' | 'problems' | 'isAbort' | 'isOutdated' | 'step'>>,
  ) {
    super(init.message);
    this.name = 'ApiError';
    this.url = init.url ?? '';
    this.status = init.status;
    this.text = init.text ?? '';
    this.problems = init.problems ?? [];
    this.isAbort = init.isAbort ?? false;
    this.isOutdated = init.isOutdated ?? false;
    this.step = init.step;
  }
}

/** The backend can't parse the filter. No failure: lists show an empty result, or handle it themselves. */
export const isRefusedFilter = (error: unknown, filter: string): boolean =>
  error instanceof ApiError && error.status === 400 && !error.isFault && filter !== '';

/** By its text, of `read-only.ts`, whose other texts the first screens do without: the server in front refuses changes. */
export const isReadOnlyRefusal = (text: string): boolean => text.startsWith('Read-only mode');

/** No response, and responses of a proxy. */
const UNKNOWN_OUTCOME = new Set([0, 502, 503, 504]);

/** Whether the backend has refused a request: it has stored nothing. */
export const isRefusal = ({ status, isFault }: ApiError): boolean =>
  !isFault && status >= 400 && status < 500;

/** Nobody or a proxy has responded. An invalid response has a message that says so. */
export const isUnreachable = ({ status, isFault, text }: ApiError): boolean =>
  !isFault && UNKNOWN_OUTCOME.has(status) && !(status === 0 && text);

/** Whether a failed request may have changed data all the same. */
export const isOutcomeUnknown = ({ status, isFault }: ApiError): boolean =>
  isFault || UNKNOWN_OUTCOME.has(status);

/** Messages by field name, nested names joined by dots: `{ 'logs.days': 'Cannot be blank.' }`. */
export type FieldErrors = Readonly<Record<string, string>>;

export const fieldErrors = (problems: readonly Problem[]): FieldErrors =>
  Object.fromEntries(problems.map(({ path, text }) => [path, text]));

/** What a refusal says of its fields, else its own message. */
export const refusalReason = ({ problems, message }: ApiError): string =>
  problems.map(({ path, text }) => `${path}: ${text}`).join(' ') || message;

/** Without the messages at a path and below it; the same object when there are none. */
export function withoutErrors(errors: FieldErrors, path: string): FieldErrors {
  const isKept = (name: string) => name !== path && !name.startsWith(`${path}.`);
  const names = Object.keys(errors);
  return names.every(isKept)
    ? errors
    : Object.fromEntries(Object.entries(errors).filter(([name]) => isKept(name)));
}

/** In a toast. */
const MAX_LISTED = 3;

export interface FailureMessageOptions {
  /** Whether a form shows the message of this field; the text names the others. */
  isShown?: (field: string) => boolean;
  /** Label of the field of a message; by default its name in the response. */
  labelOf?: (field: string) => string;
}

/** The text of a toast for a failed call, with the messages of the fields that no input shows. */
export function failureMessage(
  { text, problems, message }: ApiError,
  { isShown = () => false, labelOf = (field) => field }: FailureMessageOptions = {},
): string {
  // An error that was found before sending has no message in its body.
  if (!text) return message || FALLBACK_MESSAGE;
  const listed = problems.filter(({ path }) => !isShown(path));
  const reasons = listed.slice(0, MAX_LISTED).map((one) => `${labelOf(one.path)}: ${one.text}`);
  const rest = listed.length > MAX_LISTED ? [`And ${listed.length - MAX_LISTED} more.`] : [];
  return [text, ...reasons, ...rest].join(' ');
}
