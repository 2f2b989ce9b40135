import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import { readOnlyBy } from '#browser/read-only.ts';
import { WriteButton } from '#components/elements/WriteButton.tsx';
import { DraftFullNote } from '#components/feedback/DraftBanner.tsx';
import { ReadOnlyNote } from '#components/feedback/ReadOnlyNote.tsx';
import { SlowResponse } from '#components/feedback/SlowResponse.tsx';
import { menuItem } from '#components/overlay/Dropdown.tsx';
import { OverlayPanel, type OverlayPanelProps } from '#components/overlay/OverlayPanel.tsx';
import type { SaveForm } from './use-save-form.tsx';

interface EditedPanel {
  readonly $isBusy: ReadableAtom<boolean>;
  readonly $canSave: ReadableAtom<boolean>;
  readonly $isDraftFull: ReadableAtom<boolean>;
  readonly close: () => unknown;
}

type PanelProps = Pick<
  OverlayPanelProps,
  'title' | 'size' | 'headerAside' | 'headerBelow' | 'initialFocus' | 'finalFocus' | 'isDocked'
>;

export interface EditPanelProps extends PanelProps {
  readonly panel: EditedPanel;
  readonly form: SaveForm;
  readonly formId: string;
  readonly isNew: boolean;
  /** Whether a call keeps the panel open; by default any call of the form. */
  readonly isBusy?: boolean;
  /** In place of the notice of a slow response, for example the progress of an upload. */
  readonly progress?: ReactNode;
  readonly idleNote?: ReactNode;
  readonly children: ReactNode;
}

/** The menu entry that duplicates what a panel shows. */
export const duplicateItem = (duplicate: () => unknown) =>
  menuItem('Duplicate', 'icon-[ri--file-copy-line]', duplicate);
/** The menu entry that deletes it. */
export const deleteItem = (remove: () => unknown) => ({
  ...menuItem('Delete', 'icon-[ri--delete-bin-7-line]', remove, true),
  disabled: readOnlyBy() !== undefined,
});

/** A panel in which one object is edited: its Cancel and save buttons, and what is said beside them. */
export function EditPanel(props: EditPanelProps) {
  const { panel, form, formId, isNew, progress, idleNote, children, ...rest } = props;
  const isRunning = useStore(panel.$isBusy);
  const canSave = useStore(panel.$canSave);
  const isDraftFull = useStore(panel.$isDraftFull);
  const { isBusy = isRunning, ...place } = rest;
  return (
    <OverlayPanel
      {...place}
      busy={isBusy}
      onRequestClose={() => void panel.close()}
      footerAside={
        <>
          <ReadOnlyNote className="text-sm text-muted" />
          {isBusy ? (
            (progress ?? <SlowResponse onStop={form.stop} />)
          ) : isDraftFull ? (
            <DraftFullNote />
          ) : (
            idleNote
          )}
        </>
      }
      cancel="Cancel"
      footer={
        <WriteButton variant="primary" type="submit" form={formId} disabled={!canSave} busy={isBusy}>
          {isNew ? 'Create' : 'Save changes'}
        </WriteButton>
      }
    >
      {children}
    </OverlayPanel>
  );
}
