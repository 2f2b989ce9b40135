import { inFrame, island } from '#islands/island.tsx';
import { AuthOutcome } from './AuthOutcome.tsx';

/** The last page of a failed OAuth2 sign-in. */
function AuthFailure() {
  return (
    <AuthOutcome title="Auth failed." text="You can close this window and go back to the app to try again." />
  );
}

export default island(inFrame('oauth2-failure'), AuthFailure);
