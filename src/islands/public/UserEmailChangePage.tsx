import { inFrame, island } from '#islands/island.tsx';

function UserEmailChange() {
  return <p className="text-center text-muted">This screen is not built yet.</p>;
}

export default island(inFrame('user-email-change'), UserEmailChange);
