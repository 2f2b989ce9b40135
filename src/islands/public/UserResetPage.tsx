import { inFrame, island } from '#islands/island.tsx';

function UserReset() {
  return <p className="text-center text-muted">This screen is not built yet.</p>;
}

export default island(inFrame('user-reset'), UserReset);
