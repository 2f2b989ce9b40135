import { useStore } from '@nanostores/react';
import { SMALL } from '#components/hooks/use-is-small.ts';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { openDocs } from '#stores/app/popups.ts';
import { $cellUse } from '#stores/records/cells/use.ts';
import { updateShownView } from '#stores/records/start-views.ts';
import { $changedView } from '#stores/records/stored-views.ts';
import { openExport, openRecordTool } from '#stores/records/tools.ts';

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

const CHANGES: MenuEntry[] = [
  {
    label: 'Import records…',
    icon: 'icon-[ri--upload-2-line]',
    onSelect: () => openRecordTool('import'),
  },
  {
    label: 'Changes of this session',
    icon: 'icon-[ri--history-line]',
    onSelect: () => openRecordTool('undo'),
  },
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
  {
    label: 'Views…',
    icon: 'icon-[ri--list-check]',
    onSelect: () => openRecordTool('views'),
  },
  {
    label: 'Build a filter…',
    icon: 'icon-[ri--equalizer-line]',
    onSelect: () => openRecordTool('filter'),
  },
  ...(type === 'view' ? [] : [EDIT]),
  {
    label: 'Export records…',
    icon: 'icon-[ri--download-2-line]',
    onSelect: () => openExport(),
  },
  ...(type === 'view' ? [] : CHANGES),
];

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
