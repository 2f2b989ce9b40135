// chunks: edits
import { toApiError } from '#api/client.ts';
import { type ApiError, isOutcomeUnknown, UNREADABLE_WRITE_HINT } from '#domain/app/api-error.ts';
import { Declined, type FormCall } from './create-form.ts';

/** How one kind of object is read, merged and sent. Each step throws ApiError, or Declined to end without a report. */
export interface EditStrategy<Values extends object, Stored, Result> {
  /** Reads what is stored now; undefined for something new. */
  readonly read: (call: FormCall) => Promise<Stored | undefined> | undefined;
  /** Merges what others have stored, asks if needed, and returns what to send; `unconfirmed` may be stored already. */
  readonly settle: (
    stored: Stored | undefined,
    typed: Values,
    unconfirmed: Values | undefined,
    call: FormCall,
  ) => Promise<Values>;
  /** Looks for what was sent without a response, so that it is not created twice; false when the user declines. */
  readonly findCreated?: (sent: Values, call: FormCall) => Promise<Result | false | undefined>;
  /** Sends the values; tells `call.sending` when they may be stored. */
  readonly send: (values: Values, stored: Stored | undefined, call: FormCall) => Promise<Result>;
}

export interface Sent<Values, Result> {
  readonly values: Values;
  readonly result: Result;
  readonly isNew: boolean;
  /** Whether it was stored by an earlier save, whose response was lost. */
  readonly isFound?: boolean;
}

/** Says in the message that what was sent may be stored, and by whom it was answered if not by the backend. */
function withHint(error: ApiError): ApiError {
  const { message, text, status, isAbort, isFault } = error;
  if (isAbort || isFault || message.endsWith(UNREADABLE_WRITE_HINT)) return error;
  const proxy = status && !text ? ` A proxy answered ${status}.` : '';
  const said = `${message}${proxy} ${UNREADABLE_WRITE_HINT}`;
  return Object.assign(error, { message: said, text: text && said });
}

/** The one way in which edits are saved: read, merge, ask, send, and remember values whose save was not confirmed. */
export function createEditSession<Values extends object, Stored, Result>(
  strategy: EditStrategy<Values, Stored, Result>,
) {
  const { read, settle, findCreated, send } = strategy;
  let unconfirmed: Values | undefined;
  return {
    /** Values that were sent without a response, which the backend may have stored. */
    unconfirmed: (): Values | undefined => unconfirmed,
    forget: (): void => {
      unconfirmed = undefined;
    },
    save: async (typed: Values, call: FormCall): Promise<Sent<Values, Result>> => {
      const { signal } = call;
      const stored = await read(call);
      signal.throwIfAborted();
      if (stored === undefined && unconfirmed && findCreated) {
        const values = unconfirmed;
        const result = await findCreated(values, call);
        signal.throwIfAborted();
        unconfirmed = undefined;
        if (result === false) throw new Declined();
        if (result) return { values, result, isNew: true, isFound: true };
      }
      const values = await settle(stored, typed, unconfirmed, call);
      signal.throwIfAborted();
      const before = unconfirmed;
      unconfirmed = values;
      try {
        const result = await send(values, stored, call);
        unconfirmed = undefined;
        return { values, result, isNew: stored === undefined };
      } catch (thrown) {
        // Nothing was sent.
        if (thrown instanceof Declined) unconfirmed = before;
        else {
          const error = toApiError(thrown);
          if (isOutcomeUnknown(error)) throw withHint(error);
          unconfirmed = undefined;
        }
        throw thrown;
      }
    },
  };
}
