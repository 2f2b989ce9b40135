import { useEffect } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { linkAdvice } from '#domain/public/messages.ts';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { $route } from '#stores/app/route.ts';
import {
  $verification,
  retryVerification,
  stopVerification,
  type Verification,
  verify,
} from '#stores/public/verification.ts';
import { CloseButton } from './CloseButton.tsx';
import { Outcome } from './Outcome.tsx';

function Result({ verification, token }: { readonly verification: Verification; readonly token: string }) {
  switch (verification.state) {
    case 'busy':
      return (
        <h1 className="flex items-center justify-center gap-2 text-lg font-semibold">
          <Spinner />
          Please wait...
        </h1>
      );
    case 'done':
      return <Outcome kind="success" title="Successfully verified email address." />;
    case 'invalid':
      return (
        <Outcome
          kind="failure"
          title="Invalid or expired verification token."
          text={linkAdvice(token, Date.now())}
        />
      );
    case 'failed':
      return (
        <Outcome
          kind="failure"
          title="Your email address could not be verified."
          text={verification.message}
        />
      );
  }
}

function UserVerification() {
  const token = usePrerendered($route, undefined)?.params['token'];
  const verification = useInitial($verification);
  useEffect(() => {
    if (token !== undefined) verify(token);
  }, [token]);
  const { state } = verification;
  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <Result verification={verification} token={token ?? ''} />
      </div>
      {state === 'busy' && (
        <div className="flex justify-center">
          <SlowResponse onStop={stopVerification} />
        </div>
      )}
      {state === 'failed' && (
        <Button variant="primary" size="md" onClick={retryVerification}>
          Try again
        </Button>
      )}
      {state !== 'busy' && <CloseButton />}
    </div>
  );
}

export default island(inFrame('user-verification'), UserVerification);
