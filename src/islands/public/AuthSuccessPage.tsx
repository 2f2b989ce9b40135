import { inFrame, island } from '#islands/island.tsx';
import { AuthOutcome } from './AuthOutcome.tsx';

function AuthSuccess() {
  return <AuthOutcome title="Auth completed." text="You can close this window and go back to the app." />;
}

export default island(inFrame('oauth2-success'), AuthSuccess);
