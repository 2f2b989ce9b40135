import { SMALL } from '#components/hooks/use-is-small.ts';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { MenuEntry } from '#components/overlay/menu-item.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { openDocs } from '#stores/docs/open.ts';
import { openExport } from '#stores/records/tools.ts';

/** The button of the header for which a phone has no room. */
const smallItems = (): MenuEntry[] =>
  matchMedia(SMALL).matches
    ? [
        { key: 'docs', label: 'API Preview', icon: 'icon-[ri--code-s-slash-line]', onSelect: openDocs },
        'separator',
      ]
    : [];

/** The actions for many records of a collection; a view can't be changed. */
const itemsFor = (_collection: Collection): MenuEntry[] => [
  ...smallItems(),
  {
    key: 'export',
    label: 'Export records…',
    icon: 'icon-[ri--download-2-line]',
    onSelect: () => openExport(),
  },
];

/** Further actions of the records screen. */
export function RecordsMenu({ collection }: { readonly collection: Collection }) {
  return <MoreMenu label="More actions" items={() => itemsFor(collection)} />;
}
