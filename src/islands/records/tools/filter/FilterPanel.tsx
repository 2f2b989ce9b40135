import { useStore } from '@nanostores/react';
import { useId, useMemo, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { offeredPaths } from '#domain/records/filter-builder/path.ts';
import { useSaveForm } from '#islands/use-save-form.ts';
import { createFilterBuilder } from '#stores/records/filter-builder.ts';
import { $filterScope } from '#stores/records/filter-completions.ts';
import { closeRecordTool } from '#stores/records/tools.ts';
import { ConditionGroupView } from './ConditionGroupView.tsx';
import { Offers } from './ConditionLine.tsx';

function Panel({ scope }: { readonly scope: FilterScope }) {
  const [builder] = useState(() => createFilterBuilder(scope));
  const root = useStore(builder.$root);
  const text = useStore(builder.$text);
  const [formId, pathsId] = [useId(), useId()];
  const paths = useMemo(() => offeredPaths(scope), [scope]);
  const form = useSaveForm({
    $canSave: { get: () => true },
    stop: () => undefined,
    save: () => {
      const isApplied = builder.apply();
      if (isApplied) closeRecordTool();
      return isApplied;
    },
  });
  const { unreadable } = builder;
  return (
    <OverlayPanel
      size="md"
      title="Filter records"
      beforeHide={builder.mayClose}
      onRequestClose={closeRecordTool}
      cancel="Cancel"
      footer={
        <Button variant="primary" type="submit" form={formId}>
          Apply filter
        </Button>
      }
    >
      {unreadable && (
        <Callout kind="warning">
          The filter <code className="wrap-anywhere">{unreadable.filter}</code> can only be edited as text.{' '}
          {unreadable.problem} What you build here replaces it.
        </Callout>
      )}
      <form id={formId} ref={form.ref} onSubmit={form.onSubmit} noValidate>
        <ConditionGroupView builder={builder} group={root} pathsId={pathsId} />
        <Offers id={pathsId} values={paths} />
      </form>
      <p className="pt-4 text-sm text-muted">
        As text: <code className="wrap-anywhere">{text}</code>
      </p>
    </OverlayPanel>
  );
}

/** The filter of the list as conditions that are chosen and typed field by field. */
export default function FilterPanel() {
  const scope = useStore($filterScope);
  return scope && <Panel key={scope.collection.id} scope={scope} />;
}
