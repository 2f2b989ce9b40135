import { useStore } from '@nanostores/react';
import { SMALL } from '#components/hooks/use-is-small.ts';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { openDocs } from '#stores/app/popups.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { updateShownView } from '#stores/records/start-views.ts';
import { $changedView } from '#stores/records/stored-views.ts';
import { openExport, openRecordTool, type RecordTool } from '#stores/records/tools.ts';

/** The button of the header for which a phone has no room. */
const smallItems = (): MenuEntry[] =>
  matchMedia(SMALL).matches
    ? [{ label: 'API Preview', icon: 'icon-[ri--code-s-slash-line]', onSelect: openDocs }, 'separator']
    : [];

const EDIT: MenuEntry = {
  label: 'Edit cells',
  icon: 'icon-[ri--pencil-line]',
  onSelect: () => $cellUse.set({ kind: 'begin' }),
};

const toolItem = (label: string, icon: string, tool: RecordTool): MenuEntry => ({
  label,
  icon,
  onSelect: () => openRecordTool(tool),
});

const CHANGES: MenuEntry[] = [
  toolItem('Import records…', 'icon-[ri--upload-2-line]', 'import'),
  toolItem('Changes of this session', 'icon-[ri--history-line]', 'undo'),
];

function updateItem(): MenuEntry[] {
  const view = $changedView.get();
  if (!view) return [];
  const label = `Update view “${view.name}” (${view.parts})`;
  return [{ label, icon: 'icon-[ri--save-line]', onSelect: () => void updateShownView() }];
}

const itemsFor = ({ type }: Collection): MenuEntry[] => [
  ...smallItems(),
  ...updateItem(),
  toolItem('Views…', 'icon-[ri--list-check]', 'views'),
  toolItem('Build a filter…', 'icon-[ri--equalizer-line]', 'filter'),
  ...(type === 'view' ? [] : [EDIT]),
  {
    label: 'Export records…',
    icon: 'icon-[ri--download-2-line]',
    onSelect: () => openExport(),
  },
  ...(type === 'view' ? [] : CHANGES),
];

/** Further actions of the records screen. */
export function RecordsMenu({ collection }: { readonly collection: Collection }) {
  const changed = useStore($changedView);
  return (
    <MoreMenu
      label="More actions"
      mark={changed && `The list differs from the view “${changed.name}”`}
      items={() => itemsFor(collection)}
    />
  );
}
