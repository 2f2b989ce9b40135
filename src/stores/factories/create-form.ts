import { atom, batch, type ReadableAtom } from 'nanostores';
import { type FieldErrors, fieldErrors } from '#domain/app/api-error.ts';
import { report } from '#stores/app/report.ts';

export interface FormStore<Values extends object> {
  readonly $values: ReadableAtom<Values>;
  /** Messages of the server by field name; editing a field clears its own (ER-07). */
  readonly $errors: ReadableAtom<FieldErrors>;
  readonly $busy: ReadableAtom<boolean>;
  readonly set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  readonly reset: (values?: Values) => void;
  /** Runs the submit action once at a time; true when it went through. */
  readonly submit: () => Promise<boolean>;
}

/**
 * Makes the store of a small form. What was typed stays whatever happens to the submit; its errors go
 * through {@link report} unless `onError` takes them.
 */
export function createForm<Values extends object>(options: {
  initial: Values;
  submit: (values: Values) => Promise<void>;
  /** Returns true when the error is dealt with. */
  onError?: (thrown: unknown) => boolean;
}): FormStore<Values> {
  const $values = atom<Values>(options.initial);
  const $errors = atom<FieldErrors>({});
  const $busy = atom(false);

  return {
    $values,
    $errors,
    $busy,
    set: (name, value) => {
      batch(() => {
        $values.set({ ...$values.get(), [name]: value });
        if (Object.hasOwn($errors.get(), name)) {
          const { [name]: _cleared, ...rest } = $errors.get();
          $errors.set(rest);
        }
      });
    },
    reset: (values = options.initial) => {
      batch(() => {
        $values.set(values);
        $errors.set({});
      });
    },
    submit: async () => {
      if ($busy.get()) return false;
      batch(() => {
        $busy.set(true);
        $errors.set({});
      });
      try {
        await options.submit($values.get());
        return true;
      } catch (thrown) {
        if (options.onError?.(thrown)) return false;
        const isShown = (name: string) => Object.hasOwn($values.get(), name);
        $errors.set(fieldErrors(report(thrown, { isShown }).body.data));
        return false;
      } finally {
        $busy.set(false);
      }
    },
  };
}
