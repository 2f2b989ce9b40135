import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { RadioGroup } from '#components/form/RadioGroup.tsx';
import { BATCH_TEXTS, REFUSED_CHOICES } from '#domain/app/batch-settings.ts';
import { $batch, readBatches, switchOnForWork, whenRefused } from '#stores/job/batch-settings.ts';

/** Whether the changes of a panel are sent in batches, with what can be chosen; nothing where the backend has none. */
export function BatchChoice({ note }: { readonly note?: string | undefined }) {
  const batch = useStore($batch);
  const refused = useStore(whenRefused.$value);
  useEffect(() => void readBatches(), []);
  if (batch.state === 'unknown') return <p className="py-2 text-muted">{BATCH_TEXTS.unknown}</p>;
  if (batch.state !== 'known') return null;
  if (!batch.size)
    return (
      <Callout
        kind="info"
        className="my-3"
        actions={
          <Button busy={batch.isSaving} onClick={() => void switchOnForWork()}>
            {BATCH_TEXTS.switchOn}
          </Button>
        }
      >
        {BATCH_TEXTS.off}
      </Callout>
    );
  return (
    <section aria-label="Batches" className="my-3 rounded-box border border-base-300 px-3 py-2">
      <p role="status">
        {BATCH_TEXTS.on(batch.size)}
        {note && ` ${note}`}
      </p>
      {batch.isOurs && <p className="text-muted">{BATCH_TEXTS.isOurs}</p>}
      <RadioGroup
        label={BATCH_TEXTS.refused}
        options={REFUSED_CHOICES}
        value={refused}
        onChange={(value) => whenRefused.update(() => value)}
      />
    </section>
  );
}
