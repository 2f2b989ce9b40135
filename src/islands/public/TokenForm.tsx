import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { parseToken, type TokenPayload } from '#domain/auth/token.ts';
import { EXPIRED_LINK, isExpiredLink, linkAdvice } from '#domain/public/messages.ts';
import { useInitial, usePrerendered } from '#islands/island.tsx';
import { useAuthForm } from '#islands/use-auth-form.ts';
import { $route } from '#stores/app/route.ts';
import type { TokenForm as TokenFormStore } from '#stores/public/forms.ts';
import { CloseButton } from './CloseButton.tsx';
import { Outcome } from './Outcome.tsx';

export interface TokenFormProps<Values extends Record<string, string>> {
  readonly store: TokenFormStore<Values>;
  readonly title: string;
  /** What follows the title if the token has it: a word, and an address. */
  readonly address: { readonly word: string; readonly of: (token: TokenPayload) => string | undefined };
  readonly submit: string;
  /** Shown instead of the form when the address contains no token. */
  readonly invalid: string;
  readonly success: { readonly title: string; readonly text: string };
  /** Added to the backend's message about the token when an earlier attempt was not answered. */
  readonly mayBeDone: string;
  readonly children: (field: ReturnType<typeof useAuthForm<Values>>['field']) => ReactNode;
}

/** Replaces the form. Its heading gets the focus, so that screen readers announce it and Tab leads to the button. */
function Success({ title, text }: { readonly title: string; readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Outcome kind="success" titleRef={heading} title={title} text={text}>
      <CloseButton />
    </Outcome>
  );
}

function Fields<Values extends Record<string, string>>(props: TokenFormProps<Values>) {
  const { store, title, address, submit, mayBeDone, children } = props;
  const { form, field, busy } = useAuthForm(store);
  const route = usePrerendered($route, undefined);
  const errors = useInitial(store.$errors);
  const isUnsure = useInitial(store.$mayBeDone);
  const token = route?.params['token'] ?? '';
  const payload = parseToken(token);
  const whose = payload && address.of(payload);
  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-3 text-center text-lg font-semibold text-balance">
        {title}
        {whose && (
          <>
            {` ${address.word} `}
            <strong dir="auto" className="break-all">
              {whose}
            </strong>
          </>
        )}
      </h1>
      {!errors['token'] && isExpiredLink(token, Date.now()) && (
        <Callout kind="warning" role="alert" className="mb-2 text-sm">
          {EXPIRED_LINK}
        </Callout>
      )}
      {children(field)}
      {errors['token'] && (
        <Callout kind="warning" role="alert" className="mt-2 text-sm">
          <p>The link of the email was not accepted: {errors['token']}</p>
          <p className="mt-1">{isUnsure ? mayBeDone : 'Request a new email in the app.'}</p>
        </Callout>
      )}
      <Button type="submit" variant="primary" size="md" className="mt-3 w-full" busy={busy}>
        {submit}
      </Button>
      {busy && <SlowResponse onStop={store.stop} />}
    </form>
  );
}

/** The page of a link in a mail: a form, then its success. Another token in the address starts anew. */
export function TokenForm<Values extends Record<string, string>>(props: TokenFormProps<Values>) {
  const { store, invalid, success } = props;
  const route = usePrerendered($route, undefined);
  const isDone = useInitial(store.$isDone);
  const token = route?.params['token'];
  useEffect(() => {
    // The first route arrives after hydration: what was typed until then belongs to it.
    if (token !== undefined) return store.close;
    return undefined;
  }, [token, store]);

  if (isDone) return <Success {...success} />;
  if (token !== undefined && !parseToken(token)?.collectionId) {
    return (
      <Outcome kind="failure" title={invalid} text={linkAdvice(token, Date.now())}>
        <CloseButton />
      </Outcome>
    );
  }
  return <Fields {...props} />;
}
