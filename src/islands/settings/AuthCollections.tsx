import { useStore } from '@nanostores/react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { $authCollections, loadAuthCollections, openAuthOptions } from '#stores/settings/auth-collections.ts';

/** The collections of accounts: each leads to the tab of its editor that says how people sign in. */
export default function AuthCollections() {
  const load = useStore($authCollections);
  if (load.state === 'busy') return <Spinner label="Loading" />;
  if (load.state === 'failed')
    return <ErrorState title="The collections could not be loaded." onRetry={loadAuthCollections} />;
  if (!load.value.length) return <p className="text-muted">There is no auth collection.</p>;
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Auth collections">
      {load.value.map(({ id, name }) => (
        <li key={id}>
          <Button icon="icon-[ri--user-line]" onClick={() => openAuthOptions(id)}>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
