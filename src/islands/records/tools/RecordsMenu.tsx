import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { openRecordTool } from '#stores/records/tools.ts';

/** The actions for many records of a collection; a view can't be changed. */
const itemsFor = ({ type }: Collection): MenuEntry[] =>
  type === 'view'
    ? []
    : [
        {
          key: 'import',
          label: 'Import records…',
          icon: 'icon-[ri--upload-2-line]',
          onSelect: () => openRecordTool('import'),
        },
      ];

/** Further actions of the records screen. */
export function RecordsMenu({ collection }: { readonly collection: Collection }) {
  return <MoreMenu label="More actions" items={() => itemsFor(collection)} />;
}
