import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { ACCOUNT_LABELS, isOfAccounts, type RuleChange } from '#domain/access/rule-changes.ts';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { RULE_LABELS } from '#domain/collections/rules.ts';
import { presentableText } from '#domain/records/record.ts';
import { SubjectChoice } from '#islands/field-types/record-picker/RecordChoice.tsx';
import type { Counted } from '#stores/access/count-rule.ts';
import { createRuleEffects, type RuleEffect } from '#stores/access/effects.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { $can } from '#stores/app/capabilities.ts';
import { $collectionList } from '#stores/collections/list.ts';

const counted = (value: Counted) =>
  typeof value === 'number' ? (
    numberText(value)
  ) : (
    <span className="text-warning">can’t be told: {value}</span>
  );

function EffectLine({ change, subject, before, after }: RuleEffect) {
  const { name } = change;
  const isAccounts = isOfAccounts(name);
  const opens = !isAccounts && !subject && change.before === null && change.after === '';
  const isMore = typeof before === 'number' && typeof after === 'number' && after > before;
  return (
    <li className="py-1">
      {isAccounts ? (
        <span className="text-muted">{ACCOUNT_LABELS[name]}, accounts</span>
      ) : (
        <>
          <span className="text-muted">{RULE_LABELS[name]}, </span>
          <bdi>{subject ? presentableText(subject.record, subject.collection) : 'guest'}</bdi>
        </>
      )}
      :{' '}
      <span className={`tabular-nums ${isMore && !isAccounts ? 'text-warning' : ''}`}>
        {counted(before)} <span aria-hidden="true">→</span>
        <span className="sr-only"> before, after </span> {counted(after)}
      </span>
      {opens && typeof after === 'number' && (
        <p className="font-medium text-warning">
          Opens {recordCount(after)} to anyone. Until now, only {administratorWord()}s had access.
        </p>
      )}
      {name === 'authRule' && change.after === null && (
        <p className="font-medium text-warning">Nobody can sign in any more.</p>
      )}
    </li>
  );
}

interface RuleEffectsProps {
  readonly collection: Collection;
  readonly changes: readonly RuleChange[];
  readonly onClose: () => void;
}

/** How many records the changed rules let through, before and after. */
export default function RuleEffects({ collection, changes, onClose }: RuleEffectsProps) {
  const [effects] = useState(() => createRuleEffects(collection, changes));
  const load = useStore(effects.$load);
  const authId = useStore(effects.$authId);
  const user = useStore(effects.$user);
  const { administrators } = useStore($can);
  const auths = useStore($collectionList).filter(
    ({ type, name }) => type === 'auth' && name !== administrators,
  );
  useEffect(() => {
    void effects.load();
    return effects.stop;
  }, [effects]);
  return (
    <OverlayPanel variant="centered" title="What this changes" onRequestClose={onClose} cancel="Close">
      <div className="flex flex-col gap-3">
        <p className="text-sm text-muted">
          An estimate: the number of stored records that the changed rules let through, with the user’s values
          filled in. What a stored list rule lets through is asked of the backend itself.
        </p>
        {changes.some(({ name }) => !isOfAccounts(name)) && (
          <SubjectChoice
            label="Beside a guest"
            none="Nobody else"
            authCollections={auths}
            authId={authId}
            user={user}
            onAuth={effects.chooseAuth}
            onUser={effects.chooseUser}
          />
        )}
        {load.state === 'busy' && <Skeleton className="h-4 w-48" />}
        {load.state === 'failed' && (
          <ErrorState title="The records could not be counted." error={load.error} onRetry={effects.load} />
        )}
        <ul aria-label="Effects" aria-live="polite" className="text-sm wrap-anywhere">
          {load.state === 'ready' &&
            load.value.map((effect) => (
              <EffectLine key={`${effect.change.name} ${effect.subject?.record.id}`} {...effect} />
            ))}
        </ul>
      </div>
    </OverlayPanel>
  );
}
