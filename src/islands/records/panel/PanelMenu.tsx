import { useStore } from '@nanostores/react';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import type { RecordData } from '#domain/records/record.ts';
import { deleteItem, duplicateItem } from '#islands/EditPanel.tsx';
import type { RecordPanel } from '#stores/records/panel/panel.ts';
import type { TemplateDialog } from './templates/Templates.tsx';

function mailItems(panel: RecordPanel, record: RecordData | undefined): MenuEntry[] {
  if (panel.$collection.get().type !== 'auth' || !record?.['email']) return [];
  const verification: MenuEntry = {
    label: 'Send verification email',
    icon: 'icon-[ri--mail-check-line]',
    onSelect: () => void panel.sendVerification(),
  };
  const reset: MenuEntry = {
    label: 'Send password reset email',
    icon: 'icon-[ri--mail-lock-line]',
    onSelect: () => void panel.sendPasswordReset(),
  };
  return [...(record['verified'] === true ? [] : [verification]), reset, 'separator'];
}

export interface PanelMenuProps {
  readonly panel: RecordPanel;
  /** Opens a dialog of templates. */
  readonly onTemplates: (dialog: TemplateDialog) => void;
}

/** Further actions for a record. */
export function PanelMenu({ panel, onTemplates }: PanelMenuProps) {
  const load = useStore(panel.$record);
  const isSaving = useStore(panel.$saving).state !== 'idle';
  const record = load.state === 'ready' ? load.value : undefined;
  return (
    <MoreMenu
      label="More record options"
      disabled={isSaving}
      items={() => [
        ...mailItems(panel, record),
        ...(record ? [duplicateItem(panel.duplicate)] : []),
        {
          label: 'New from template…',
          icon: 'icon-[ri--file-add-line]',
          onSelect: () => onTemplates('use'),
        },
        {
          label: 'Save as template…',
          icon: 'icon-[ri--save-line]',
          onSelect: () => onTemplates('save'),
        },
        ...(record ? [deleteItem(panel.remove)] : []),
      ]}
    />
  );
}
