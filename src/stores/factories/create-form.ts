import { dequal } from 'dequal/lite';
import { atom, batch, computed } from 'nanostores';
import { type ApiError, type FieldErrors, fieldErrors, withoutErrors } from '#domain/app/api-error.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';

/** What a call of a form uses. */
export interface FormCall {
  /** Aborted when the user stops waiting: nothing of the call is to be shown then. */
  readonly signal: AbortSignal;
  /** Call before the request that changes something: `warning` is shown when the user stops waiting after that. */
  readonly sending: (warning: string) => void;
}

/** Shown when the user stops waiting for the answer to a save. */
export const MAY_BE_SAVED = 'Stopped waiting. Your changes may still have been saved.';

/** Where a form stands: what it edits is loading, ready or could not be loaded. */
export type FormState = 'busy' | 'ready' | 'failed';

export interface FormOptions<Values extends object> {
  /** What the form holds before anything is loaded or typed. */
  readonly initial: Values;
  /** Reads what is stored; throws ApiError. A form with it can only be saved once it is loaded and changed. */
  readonly load?: (signal: AbortSignal) => Promise<Values>;
  /** Stores the values; what it returns is stored now and becomes the base. Throws ApiError. */
  readonly save?: (values: Values, call: FormCall) => Promise<Values> | Promise<void>;
  /** Whether the values differ from the base; by default a comparison by structure. */
  readonly isDirty?: (values: Values, base: Values) => boolean;
  /** Takes an error of saving; true when nothing else has to report it. */
  readonly onError?: (thrown: unknown) => boolean;
  /** Whether the form shows the message at a path itself; by default those of its values. */
  readonly isShown?: (path: string, values: Values) => boolean;
  /** Label of the field of a message; by default its path. */
  readonly labelOf?: (path: string, values: Values) => string;
}

/**
 * Makes a form: what is stored (`$base`), what is typed (`$values`), the backend's messages by path, and one call at a
 * time. No outcome of a call discards what was typed. `stop()` aborts the call.
 */
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
  const $isBusy = atom(false);
  const $state = atom<FormState>(options.load ? 'busy' : 'ready');
  const $isDirty = computed([$values, $base], isDirty);
  const $canSave = computed(
    [$isBusy, $state, $isDirty],
    (isBusy, state, isDirty) => !isBusy && state === 'ready' && (isDirty || !options.load),
  );
  let stop: (() => boolean) | undefined;

  const reportError = (thrown: unknown): ApiError =>
    report(thrown, {
      isShown: (path) => isShown(path, $values.get()),
      labelOf: (path) => labelOf(path, $values.get()),
    });

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

  const run = async (
    action: (call: FormCall) => Promise<void>,
    onError?: (thrown: unknown) => void,
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
    try {
      await action({
        signal,
        sending: (text) => {
          warning = text;
        },
      });
      return !signal.aborted;
    } catch (thrown) {
      if (onError) onError(thrown);
      else reportError(thrown);
      return false;
    } finally {
      stop = undefined;
      $isBusy.set(false);
    }
  };

  return {
    /** What the values are compared with: what is stored, or what a new thing starts with. */
    $base,
    $values,
    /** Messages by path, such as `name` or `options.max` (ER-07). */
    $errors,
    /** Whether a call is under way. */
    $isBusy,
    $state,
    /** Whether the values differ from the base. */
    $isDirty,
    $canSave,
    /** Changes one value and clears its messages (ER-07). */
    set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) =>
      edit((values) => ({ ...values, [name]: value }), name),
    /** Changes the values and clears the messages at and below the paths. */
    edit,
    /** Starts over with another base and the values of it, or others; without messages. */
    reset,
    setErrors,
    /** Reports a failed call: a toast names what the form does not show beside a field. */
    report: reportError,
    /** Removes the messages at a path and below it. */
    clearErrors,
    /** Reads what is stored, unless the form reads already; reports its own errors. */
    load: async (): Promise<void> => {
      const { load } = options;
      if (!load) return;
      $state.set('busy');
      const isLoaded = await run(async ({ signal }) => reset(await load(signal)));
      $state.set(isLoaded ? 'ready' : 'failed');
    },
    /** Saves the values; true when that succeeded. Reports its own errors, those of fields beside them. */
    save: async (): Promise<boolean> => {
      if (!$canSave.get()) return false;
      setErrors({});
      const sent = $values.get();
      return run(
        async (call) => {
          const stored = await options.save?.(sent, call);
          // What was typed meanwhile stays.
          if (stored) reset(stored, $values.get() === sent ? stored : $values.get());
        },
        (thrown) => {
          if (!options.onError?.(thrown)) setErrors(fieldErrors(reportError(thrown).body.data));
        },
      );
    },
    /**
     * Runs another call of the form. False when it failed, was stopped, or another one is under way; errors are
     * reported, or handed to `onError`.
     */
    run,
    /** Stops waiting for the call under way; true when it may have had its effect all the same. */
    stop: (): boolean => stop?.() ?? false,
  };
}

/** A form made by {@link createForm}. */
export type Form<Values extends object> = ReturnType<typeof createForm<Values>>;
