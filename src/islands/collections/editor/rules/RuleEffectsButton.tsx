import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { ruleChanges } from '#domain/access/rule-changes.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

const RuleEffects = lazyPanel(() => import('./RuleEffects.tsx'), closeByProps);

/** Shows what changed rules open and close before they are saved; nothing while none is changed. */
export function RuleEffectsButton({ editor }: { readonly editor: CollectionEditor }) {
  const stored = useStore(editor.$saved);
  const values = useStore(editor.$values);
  const [isOpen, setIsOpen] = useState(false);
  const changes = stored ? ruleChanges(stored, values) : [];
  if (!stored || changes.length === 0) return null;
  return (
    <>
      <Button
        icon="icon-[ri--eye-line]"
        className="self-start"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        What this changes
      </Button>
      {isOpen && <RuleEffects collection={stored} changes={changes} onClose={() => setIsOpen(false)} />}
    </>
  );
}
