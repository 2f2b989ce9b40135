import { inFrame, island } from '#islands/island.tsx';

function UserVerification() {
  return <p className="text-center text-muted">This screen is not built yet.</p>;
}

export default island(inFrame('user-verification'), UserVerification);
