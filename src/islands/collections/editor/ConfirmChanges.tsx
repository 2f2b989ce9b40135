import type { ReactNode } from 'react';
import { References } from '#components/diff/References.tsx';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Select } from '#components/form/Select.tsx';
import { SideChoice } from '#components/form/SideChoice.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import {
  CHANGES_WARNING,
  type Change,
  CONFLICT_WARNING,
  choiceNote,
  ELSEWHERE_WARNING,
  REMOVED_WARNING,
} from '#domain/collections/editor/changes.ts';
import { formatChoice } from '#domain/field-types/choice-list.ts';
import { formatHash } from '#routing/hash.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { choiceKey, isDecided, type Review } from '#stores/collections/editor/review.ts';
import { RuleEffectsButton } from './rules/RulesTab.tsx';

interface ChangeListProps {
  readonly title: string;
  readonly changes: readonly Change[];
  /** The consequence of a change, and what can be chosen about it. */
  readonly detailOf?: (change: Change) => ReactNode;
}

function ChangeList({ title, changes, detailOf }: ChangeListProps) {
  if (changes.length === 0) return null;
  // Two lines can be equal: two fields with the same name, which the backend rejects.
  const lines = new Map(changes.map((change) => [change.text, change]));
  return (
    <section>
      <h2 className="font-medium">{title}</h2>
      <ul className="list-disc pl-5">
        {[...lines.values()].map((change) => (
          <li key={change.text} className={change.kind === 'field-removed' ? 'text-error' : undefined}>
            {change.text}
            {detailOf?.(change)}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ConfirmChangesProps {
  readonly editor: CollectionEditor;
  readonly review: Review;
  readonly onConfirm: () => void;
}

/** Shows what saving will change and asks for confirmation. */
export function ConfirmChanges({ editor, review, onConfirm }: ConfirmChangesProps) {
  const { changes, elsewhere, conflicts, choices, removesFields, refusedIndexes } = review;
  const { references, ownReferences, counts, replacements } = review;
  const detailOf = ({ choice }: Change) => {
    if (!choice) return null;
    const key = choiceKey(choice);
    const [count, to] = [counts.get(key), replacements.get(key)];
    return (
      <>
        <span className="text-muted"> – {choiceNote(choice, count, to)}</span>
        {to !== undefined && count !== 0 && choice.left.length > 0 && (
          <Select
            label={`Change ${formatChoice(choice.value)} in the records to`}
            placeholder="Leave the records"
            options={choice.left.filter(Boolean).map((value) => ({ value, label: formatChoice(value) }))}
            value={to}
            onChange={(value) => editor.replaceChoice(key, value)}
          />
        )}
      </>
    );
  };
  return (
    <OverlayPanel
      variant="centered"
      size="md"
      role="alertdialog"
      title="Confirm collection changes"
      onRequestClose={editor.cancelReview}
      cancel="Cancel"
      footer={
        <Button variant="primary" disabled={!isDecided(review)} onClick={onConfirm}>
          Confirm
        </Button>
      }
    >
      <div className="flex flex-col gap-3 wrap-anywhere">
        <Callout kind="warning">
          <div className="flex flex-col gap-1">
            {elsewhere.length > 0 && <p className="font-medium">{ELSEWHERE_WARNING}</p>}
            {conflicts.length > 0 && <p className="font-medium">{CONFLICT_WARNING}</p>}
            <p>{CHANGES_WARNING}</p>
            {removesFields && <p className="font-medium">{REMOVED_WARNING}</p>}
          </div>
        </Callout>
        {conflicts.length > 0 && (
          <section>
            <h2 className="pb-1 font-medium">Changed by both:</h2>
            {conflicts.map(({ id, label, mine, theirs }) => (
              <SideChoice
                key={id}
                label={label}
                name={`conflict-${id}`}
                chosen={choices.get(id)}
                onChoose={(side) => editor.choose(id, side)}
                value={(side) => (side === 'mine' ? mine : theirs)}
              />
            ))}
          </section>
        )}
        <ChangeList title="Changes:" changes={changes} detailOf={detailOf} />
        <RuleEffectsButton editor={editor} />
        <ChangeList title="Changed elsewhere:" changes={elsewhere} />
        <References
          title="To be updated by hand in other collections:"
          references={references}
          hrefOf={(collectionId) => formatHash('collections', { collectionId })}
        />
        <References
          title="To be updated by hand in this collection:"
          references={ownReferences}
          isNamed={false}
        />
        {refusedIndexes.length > 0 && (
          <section>
            <h2 className="font-medium">Indexes of this collection that will be refused:</h2>
            <ul className="list-disc pl-5">
              {refusedIndexes.map(({ position, sql, problem, missing }) => (
                <li key={position}>
                  <code className="font-mono text-xs wrap-anywhere">{sql}</code> –{' '}
                  {problem ?? `names ${missing.join(', ')}, which no field is called`}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </OverlayPanel>
  );
}
