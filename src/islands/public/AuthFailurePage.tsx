import { inFrame, island } from '#islands/island.tsx';
import { AuthOutcome } from './AuthOutcome.tsx';

function AuthFailure() {
  return (
    <AuthOutcome title="Auth failed." text="You can close this window and go back to the app to try again." />
  );
}

export default island(inFrame('oauth2-failure'), AuthFailure);
