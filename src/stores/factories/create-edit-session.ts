import { toApiError } from '#api/client.ts';
import { isOutcomeUnknown } from '#domain/app/api-error.ts';
import { Declined, type FormCall } from './create-form.ts';

/**
 * How one kind of object is read, merged and sent. Each step throws ApiError, or Declined to end the save without a
 * report, for example because it has to wait for a decision of the user.
 */
export interface EditStrategy<Values extends object, Stored, Result> {
  /** Reads what is stored now; undefined for something new. */
  readonly read: (call: FormCall) => Promise<Stored | undefined> | undefined;
  /**
   * Merges what others have stored meanwhile into the form, asks if needed, and returns the values to send.
   * `unconfirmed` are values of this form that the backend may have stored without a response: no change by others.
   */
  readonly settle: (
    stored: Stored | undefined,
    typed: Values,
    unconfirmed: Values | undefined,
    call: FormCall,
  ) => Promise<Values>;
  /**
   * Looks for the new object that was sent without a response, so that it is not created twice; false when the user
   * does not want to go on with it.
   */
  readonly findCreated?: (sent: Values, call: FormCall) => Promise<Result | false | undefined>;
  /** Sends the values; tells `call.sending` when they may be stored. */
  readonly send: (values: Values, stored: Stored | undefined, call: FormCall) => Promise<Result>;
}

/** A save that has ended well. */
export interface Sent<Values, Result> {
  readonly values: Values;
  readonly result: Result;
  readonly isNew: boolean;
  /** Whether it was stored by an earlier save, whose response was lost. */
  readonly isFound?: boolean;
}

/**
 * Creates the one way in which edits are saved: read what is stored, merge, ask, send, and remember values whose save
 * was not confirmed.
 */
export function createEditSession<Values extends object, Stored, Result>({
  read,
  settle,
  findCreated,
  send,
}: EditStrategy<Values, Stored, Result>) {
  let unconfirmed: Values | undefined;
  return {
    /** Values that were sent without a response, which the backend may have stored. */
    unconfirmed: (): Values | undefined => unconfirmed,
    /** Forgets the unconfirmed values, for example because other data is edited. */
    forget: (): void => {
      unconfirmed = undefined;
    },
    /** Saves values that were typed. */
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
        else if (!isOutcomeUnknown(toApiError(thrown))) unconfirmed = undefined;
        throw thrown;
      }
    },
  };
}
