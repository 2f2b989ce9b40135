import { useStore } from '@nanostores/react';
import { type RefObject, type SubmitEvent, useLayoutEffect, useRef } from 'react';
import type { FormStore } from '../../stores/create-form.ts';
import { useIsAwake } from '../island.tsx';

/**
 * Binds a form store to a prerendered form. What was typed before the island woke is taken over, and
 * until then the submit button is disabled: a native submit would put the password into the address.
 */
export function useAuthForm<Values extends Record<string, string>>(form: FormStore<Values>) {
  const ref: RefObject<HTMLFormElement | null> = useRef(null);
  const isAwake = useIsAwake();
  const values = useStore(form.$values, { ssr: 'initial' });
  const errors = useStore(form.$errors, { ssr: 'initial' });
  const busy = useStore(form.$busy, { ssr: 'initial' });

  useLayoutEffect(() => {
    const typed = new FormData(ref.current ?? undefined);
    for (const [name, value] of typed) {
      if (typeof value === 'string' && value) form.set(name, value as Values[string]);
    }
    // The form is on screen already when it wakes: `autofocus` has no effect then.
    const first = ref.current?.querySelector('input');
    if (!ref.current?.contains(document.activeElement)) first?.focus();
  }, [form]);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    await form.submit();
  };

  const field = (name: keyof Values & string) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => form.set(name, value as Values[typeof name]),
  });

  return { form: { ref, onSubmit }, field, values, busy, isAwake };
}
