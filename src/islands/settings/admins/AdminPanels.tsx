import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { Callout } from '#components/feedback/Callout.tsx';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import { ADMIN_TEXTS } from '#domain/settings/admin-fields.ts';
import { deleteItem, EditPanel } from '#islands/EditPanel.tsx';
import { OfferedDraft } from '#islands/OfferedDraft.tsx';
import { useSaveForm } from '#islands/use-save-form.ts';
import type { AdminPanel } from '#stores/settings/admins/panel.ts';
import { $panels, startPanels } from '#stores/settings/admins/panels.ts';
import { AdminFields } from './AdminFields.tsx';

interface Props {
  readonly panel: AdminPanel;
}

/** Further actions for an existing administrator. */
function Menu({ panel }: Props) {
  const isBusy = useStore(panel.$isBusy);
  return <MoreMenu label="More admin options" disabled={isBusy} items={[deleteItem(panel.remove)]} />;
}

/** The panel in which an administrator is created or edited. */
function AdminPanelView({ panel }: Props) {
  const formId = useId();
  const form = useSaveForm({ ...panel, stop: panel.stopWaiting });
  const admin = useStore(panel.$admin);
  const isGone = useStore(panel.$isGone);
  return (
    <EditPanel
      panel={panel}
      form={form}
      formId={formId}
      isNew={!admin}
      title={admin ? 'Edit admin' : 'New admin'}
      headerAside={admin && !isGone && <Menu panel={panel} />}
    >
      {isGone && (
        <Callout kind="warning" role="alert" className="mb-3">
          {ADMIN_TEXTS.gone}
        </Callout>
      )}
      <OfferedDraft panel={panel} form={form} text="The admin has previous unsaved changes." />
      <form ref={form.ref} id={formId} autoComplete="off" onSubmit={form.onSubmit}>
        <AdminFields panel={panel} />
      </form>
    </EditPanel>
  );
}

/** The open panel of an administrator. */
export default function AdminPanels() {
  const panels = useStore($panels);
  useEffect(startPanels, []);
  return panels.map((panel) => <AdminPanelView key={panel.id} panel={panel} />);
}
