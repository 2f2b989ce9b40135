import { useStore } from '@nanostores/react';
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import type { Form } from '#stores/factories/create-form.ts';

/**
 * Binds a form store to a prerendered form. Its fields take over what was typed before the island woke, this the
 * wish to send it: until then the inline script keeps the browser from sending, which would put the password
 * into the address, and leaves a mark on the form. `onSent` gets what was sent once it went through.
 */
export function useAuthForm<Values extends Record<string, string>>(
  form: Form<Values>,
  onSent?: (values: Values) => void,
) {
  const ref: RefObject<HTMLFormElement | null> = useRef(null);
  const isSentEarly = useRef(false);
  const isHydrated = useIsHydrated();
  const values = useStore(form.$values, { ssr: 'initial' });
  const errors = useStore(form.$errors, { ssr: 'initial' });
  const busy = useStore(form.$isBusy, { ssr: 'initial' });

  const send = async () => {
    const sent = form.$values.get();
    if (await form.save()) onSent?.(sent);
  };
  const sendEarly = useEffectEvent(() => {
    if (isSentEarly.current) void send();
    isSentEarly.current = false;
  });

  useLayoutEffect(() => {
    isSentEarly.current = ref.current?.dataset['unhydrated'] === 'sent';
    // The form is on screen already when it wakes: `autofocus` has no effect then.
    const first = ref.current?.querySelector('input');
    if (!ref.current?.contains(document.activeElement)) first?.focus();
  }, []);

  useEffect(() => {
    if (isHydrated) sendEarly();
  }, [isHydrated]);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    await send();
  };

  const field = (name: keyof Values & string) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => form.set(name, value as Values[typeof name]),
  });

  const mark = { 'data-unhydrated': isHydrated ? undefined : '', suppressHydrationWarning: true };
  return { form: { ref, onSubmit, ...mark }, field, busy };
}
