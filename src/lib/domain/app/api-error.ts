/** Shown when neither the response nor the error says anything (ER-06). */
export const FALLBACK_MESSAGE = 'Something went wrong while processing your request.';
/** Message of a request that was cancelled on purpose (ER-10). */
export const ABORT_MESSAGE = 'The request was autocancelled.';
/** Shown under a field whose error carries no text (ER-07). */
const FALLBACK_FIELD_MESSAGE = 'Invalid value';
/** Follows the fallback when no answer came at all: the backend is down or the network is. */
export const UNREACHABLE_HINT = 'The backend can’t be reached: check that it is running.';
/** Follows that when the address says localhost, which may resolve to another address family (ER-11). */
export const LOCALHOST_HINT = 'Its address says localhost: try 127.0.0.1 instead.';
/** Shown for a backend whose administrators are no longer what this dashboard knows. */
export const NEWER_BACKEND_MESSAGE =
  'This backend is PocketBase 0.23 or newer. Atoll works with PocketBase 0.22.';
/** Shown when a server on the way refuses a body for its size without words of its own. */
export const TOO_LARGE_MESSAGE =
  'The upload is too large for the server in front of the backend. Choose a smaller file, or raise that server’s limit.';

export interface ErrorBody {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Any failed call: a response with status 400 or above, a network failure (status 0) or an abort
 * (ER-10). `message` is ready to be shown.
 */
export class ApiError extends Error {
  readonly url: string;
  /** HTTP status, 0 when no response came. */
  readonly status: number;
  readonly body: ErrorBody;
  readonly isAbort: boolean;

  constructor(init: { url: string; status: number; body: ErrorBody; isAbort: boolean; message: string }) {
    super(init.message);
    this.name = 'ApiError';
    this.url = init.url;
    this.status = init.status;
    this.body = init.body;
    this.isAbort = init.isAbort;
  }
}

/** Messages by field name, nested names joined by dots: `{ 'logs.maxDays': 'Cannot be blank.' }` (ER-07). */
export type FieldErrors = Readonly<Record<string, string>>;

function* namedErrors(data: unknown, prefix: string): Generator<readonly [name: string, message: string]> {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    const name = prefix + key;
    if (typeof value !== 'object' || value === null) continue;
    const { code, message }: { code?: unknown; message?: unknown } = value;
    if (typeof message === 'string' || typeof code === 'string') {
      yield [name, (typeof message === 'string' && message) || FALLBACK_FIELD_MESSAGE];
    } else {
      yield* namedErrors(value, `${name}.`);
    }
  }
}

/** Flattens the `data` of an error body into messages by field name. */
export function fieldErrors(data: unknown): FieldErrors {
  return Object.fromEntries(namedErrors(data, ''));
}

/** The messages but those at a path and below it, such as `options` and `options.max`; the same object when none is. */
export function withoutErrors(errors: FieldErrors, path: string): FieldErrors {
  const isKept = (name: string) => name !== path && !name.startsWith(`${path}.`);
  const names = Object.keys(errors);
  return names.every(isKept)
    ? errors
    : Object.fromEntries(Object.entries(errors).filter(([name]) => isKept(name)));
}

/** Reasons that a toast has room for. */
const REASONS = 3;

/**
 * What a toast says of a refusal: its message and the reasons that no field shows. A message that says nothing
 * is followed by all of them. `labelOf` makes the name of an error readable.
 */
export function refusalText(
  message: string,
  errors: FieldErrors,
  isShown: (name: string) => boolean,
  labelOf = (name: string) => name,
): string {
  const names = Object.keys(errors);
  const unshown = names.filter((name) => !isShown(name));
  const listed = message === FALLBACK_MESSAGE ? [...unshown, ...names.filter(isShown)] : unshown;
  const reasons = listed.slice(0, REASONS).map((name) => `${labelOf(name)}: ${errors[name]}`);
  const rest = listed.length > REASONS ? [`And ${listed.length - REASONS} more.`] : [];
  return [message, ...reasons, ...rest].join(' ');
}
