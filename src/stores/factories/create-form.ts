import { dequal } from 'dequal/lite';
import { atom, batch, computed } from 'nanostores';
import { type ApiError, type FieldErrors, fieldErrors, withoutErrors } from '#domain/app/api-error.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';

export interface FormCall {
  /** Aborted when the user stops waiting; the call must not show anything after that. */
  readonly signal: AbortSignal;
  /** Call before a request that changes data: `warning` is shown if the user stops waiting after that. */
  readonly sending: (warning: string) => void;
}

/** Thrown to end a call that the user or a check has stopped: it needs no report. */
export class Declined extends Error {}

/** Shown when the user stops waiting for the response to a save. */
export const MAY_BE_SAVED = 'Stopped waiting. Your changes may still have been saved.';

export interface FormOptions<Values extends object> {
  readonly initial: Values;
  /** Loads the stored values; throws ApiError. With it, the form can be saved only after it was loaded and changed. */
  readonly load?: (signal: AbortSignal) => Promise<Values>;
  /** Saves the values; may return the stored ones, which become the base. Throws ApiError. */
  readonly save?: (values: Values, call: FormCall) => Promise<Values> | Promise<void>;
  /** Whether the values differ from the base; by default a comparison by structure. */
  readonly isDirty?: (values: Values, base: Values) => boolean;
  /** Handles an error of saving; true when the error needs no further report. */
  readonly onError?: (thrown: unknown) => boolean;
  /** Whether the form shows the message at a path beside a field; by default when it has a value of that name. */
  readonly isShown?: (path: string, values: Values) => boolean;
  /** Label of the field of a message; by default its path. */
  readonly labelOf?: (path: string, values: Values) => string;
}

function createCalls(reportError: (thrown: unknown) => void) {
  const $isBusy = atom(false);
  let stop: (() => boolean) | undefined;
  /** Resolves when the last call has ended, also after it was stopped. */
  let ended = Promise.resolve();

  const run = async (
    action: (call: FormCall) => Promise<void>,
    onError: (thrown: unknown) => void = reportError,
  ): Promise<boolean> => {
    if ($isBusy.get()) return false;
    const controller = new AbortController();
    const { signal } = controller;
    let warning: string | undefined;
    stop = () => {
      controller.abort();
      if (warning) addToast('warning', warning);
      return warning !== undefined;
    };
    $isBusy.set(true);
    const { promise, resolve } = Promise.withResolvers<void>();
    ended = promise;
    try {
      await action({
        signal,
        sending: (text) => {
          warning = text;
        },
      });
      return !signal.aborted;
    } catch (thrown) {
      if (thrown instanceof Declined) return false;
      onError(thrown);
      return false;
    } finally {
      stop = undefined;
      $isBusy.set(false);
      resolve();
    }
  };

  return {
    $isBusy,
    /** Resolves to false when it failed, was stopped, or another call is pending. Reports errors without `onError`. */
    run,
    /** Stops waiting for the pending call; true when the backend may still have changed data. */
    stop: (): boolean => stop?.() ?? false,
    ended: (): Promise<void> => ended,
  };
}

/** Creates a form with one call at a time, whose results never discard what was typed. `stop()` aborts the call. */
export function createForm<Values extends object>(options: FormOptions<Values>) {
  const {
    initial,
    isDirty = (values, base) => !dequal(values, base),
    isShown = (path, values) => Object.hasOwn(values, path),
    labelOf = (path) => path,
  } = options;
  const $base = atom(initial);
  const $values = atom(initial);
  const $errors = atom<FieldErrors>({});
  const $state = atom<'busy' | 'ready' | 'failed'>(options.load ? 'busy' : 'ready');
  const $isDirty = computed([$values, $base], isDirty);
  const reportError = (thrown: unknown): ApiError =>
    report(thrown, {
      isShown: (path) => isShown(path, $values.get()),
      labelOf: (path) => labelOf(path, $values.get()),
    });

  const { $isBusy, run, stop, ended } = createCalls(reportError);
  const $canSave = computed(
    [$isBusy, $state, $isDirty],
    (isBusy, state, isDirty) => !isBusy && state === 'ready' && (isDirty || !options.load),
  );
  let loads = 0;

  const setErrors = (errors: FieldErrors) => $errors.set(errors);
  const clearErrors = (path: string) => $errors.set(withoutErrors($errors.get(), path));

  const edit = (change: (values: Values) => Values, ...paths: string[]) => {
    batch(() => {
      $values.set(change($values.get()));
      for (const path of paths) clearErrors(path);
    });
  };

  const reset = (base: Values = initial, values: Values = base) => {
    batch(() => {
      $base.set(base);
      $values.set(values);
      $errors.set({});
    });
  };

  return {
    /** The values to compare with: the stored ones, or the initial ones of something new. */
    $base,
    $values,
    /** Messages by path, such as `name` or `fields.3.max`. */
    $errors,
    $isBusy,
    $state,
    $isDirty,
    $canSave,
    set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
      edit((values) => ({ ...values, [name]: value }), name),
    /** Changes the values and clears the messages at and below the paths. */
    edit,
    /** Replaces base and values and clears the messages; without `values` the form shows the base. */
    reset,
    setErrors,
    /** Reports a failed call; the toast contains the messages that the form does not show beside a field. */
    report: reportError,
    clearErrors,
    load: async (): Promise<void> => {
      const { load } = options;
      if (!load) return;
      $state.set('busy');
      loads += 1;
      const current = loads;
      // A call that was stopped may still be ending.
      while ($isBusy.get()) await ended();
      if (current !== loads) return;
      const isLoaded = await run(async ({ signal }) => {
        const stored = await load(signal);
        signal.throwIfAborted();
        reset(stored);
      });
      if (current === loads) $state.set(isLoaded ? 'ready' : 'failed');
    },
    /** Saves the values; true on success. Reports errors, those of fields beside the fields. */
    save: async (): Promise<boolean> => {
      if (!$canSave.get()) return false;
      setErrors({});
      const sent = $values.get();
      return run(
        async (call) => {
          const stored = await options.save?.(sent, call);
          // Keeps what was typed during the request.
          if (stored) reset(stored, $values.get() === sent ? stored : $values.get());
        },
        (thrown) => {
          if (!options.onError?.(thrown)) setErrors(fieldErrors(reportError(thrown).problems));
        },
      );
    },
    run,
    stop,
    /** Stops waiting for the pending call and removes what was loaded and typed; {@link load} starts anew. */
    forget: (): void => {
      loads += 1;
      stop();
      $state.set(options.load ? 'busy' : 'ready');
      reset(initial);
    },
  };
}

export type Form<Values extends object> = ReturnType<typeof createForm<Values>>;
