// chunks: sign-in
import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import type { Form } from '#stores/factories/create-form.ts';
import { useInitial } from './island.tsx';

/**
 * Takes over an early submit, as the fields take over early text. Until hydration the inline script keeps the browser
 * from submitting, which would put the password into the URL, and marks the form; a sign-in is under way then already.
 */
export function useAuthForm<Values extends Record<string, string>>(
  form: Form<Values>,
  onSent?: (values: Values) => void,
) {
  const ref: RefObject<HTMLFormElement | null> = useRef(null);
  const isSentEarly = useRef(false);
  const isHydrated = useIsHydrated();
  const values = useInitial(form.$values);
  const errors = useInitial(form.$errors);
  const busy = useInitial(form.$isBusy);

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
    // The form is already on screen when it is hydrated, so `autofocus` has no effect.
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
