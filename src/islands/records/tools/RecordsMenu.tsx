import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { openRecordTool } from '#stores/records/tools.ts';

/** The actions for many records of a collection; a view can't be changed. */
const itemsFor = (_collection: Collection): MenuEntry[] => [
  {
    key: 'undo',
    label: 'Changes of this session',
    icon: 'icon-[ri--history-line]',
    onSelect: () => openRecordTool('undo'),
  },
];

/** Further actions of the records screen. */
export function RecordsMenu({ collection }: { readonly collection: Collection }) {
  return <MoreMenu label="More actions" items={() => itemsFor(collection)} />;
}
