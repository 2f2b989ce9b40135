import { useStore } from '@nanostores/react';
import { type SubmitEvent, useId, useRef } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { DraftBanner, DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { useFocusOn } from '#components/hooks/use-focus-on.ts';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { ADMIN_TEXTS } from '#domain/settings/admin-fields.ts';
import { useSaveKeys } from '#islands/use-save-keys.ts';
import type { AdminPanel } from '#stores/settings/admins/panel.ts';
import { AdminFields } from './AdminFields.tsx';

interface Props {
  readonly panel: AdminPanel;
}

/** Further actions for an existing administrator (AD-13). */
function Menu({ panel }: Props) {
  const isBusy = useStore(panel.$isBusy);
  return (
    <MoreMenu
      label="More admin options"
      disabled={isBusy}
      items={[
        {
          key: 'delete',
          label: 'Delete',
          icon: 'icon-[ri--delete-bin-7-line]',
          danger: true,
          onSelect: () => void panel.remove(),
        },
      ]}
    />
  );
}

/** The Cancel and save buttons (AD-09). */
function Footer({ panel, formId }: Props & { readonly formId: string }) {
  const admin = useStore(panel.$admin);
  const canSave = useStore(panel.$canSave);
  const isBusy = useStore(panel.$isBusy);
  return (
    <>
      <Button variant="ghost" disabled={isBusy} onClick={() => void panel.close()}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={formId} disabled={!canSave} busy={isBusy}>
        {admin ? 'Save changes' : 'Create'}
      </Button>
    </>
  );
}

/** The panel in which an administrator is created or edited (AD-07, AD-08). */
export function AdminPanelView({ panel }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const admin = useStore(panel.$admin);
  const isBusy = useStore(panel.$isBusy);
  const isGone = useStore(panel.$isGone);
  const isDraftOffered = useStore(panel.$offeredDraft) !== undefined;
  const isDraftFull = useStore(panel.$isDraftFull);
  const focusInvalid = useFocusOn(form, '[aria-invalid="true"], [data-invalid] input:checked');
  const focusSave = useFocusOn(form, 'button[type=submit]');
  useSaveKeys(form, () => {
    if (panel.$canSave.get()) form.current?.requestSubmit();
  });

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // In React, this form is a child of the page.
    event.stopPropagation();
    if (!panel.$canSave.get()) return;
    if (!(await panel.save())) focusInvalid();
  }

  function stopWaiting() {
    panel.stopWaiting();
    focusSave();
  }

  return (
    <OverlayPanel
      open
      title={admin ? 'Edit admin' : 'New admin'}
      busy={isBusy}
      onRequestClose={() => void panel.close()}
      headerAside={admin && !isGone && <Menu panel={panel} />}
      footerAside={isBusy ? <SlowResponse onStop={stopWaiting} /> : isDraftFull && <DraftFullNote />}
      footer={<Footer panel={panel} formId={formId} />}
    >
      {isGone && (
        <Callout kind="warning" role="alert" className="mb-3">
          {ADMIN_TEXTS.gone}
        </Callout>
      )}
      <DraftBanner
        text="The admin has previous unsaved changes."
        isOffered={isDraftOffered}
        form={form}
        onRestore={panel.restoreDraft}
        onDiscard={panel.discardDraft}
      />
      <form ref={form} id={formId} autoComplete="off" onSubmit={(event) => void submit(event)}>
        <AdminFields panel={panel} />
      </form>
    </OverlayPanel>
  );
}
