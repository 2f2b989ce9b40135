import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { $copies, deleteCopies } from '#stores/access/copy.ts';
import { $collectionList } from '#stores/collections/list.ts';

/** Names the copies whose deletion is not confirmed; nothing without any. */
export function LeftCopies({ className = '' }: { readonly className?: string }) {
  const copies = useStore($copies);
  const collections = useStore($collectionList);
  const box = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(copies.length, () => box.current);
  return (
    <div ref={box} tabIndex={-1} className="outline-none empty:absolute">
      {copies.length > 0 && (
        <Callout
          kind="danger"
          className={className}
          actions={<Button onClick={() => void deleteCopies()}>Delete again</Button>}
        >
          Not deleted yet, and only made to try something:{' '}
          {copies.map(({ collectionId, id }) => (
            <span key={id}>
              <bdi>{collections.find((one) => one.id === collectionId)?.name ?? collectionId}</bdi>{' '}
              <code className="font-mono text-xs">{id}</code>{' '}
            </span>
          ))}
        </Callout>
      )}
    </div>
  );
}
