import { useStore } from '@nanostores/react';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

/** Further actions for an existing collection. */
export function EditorMenu({ editor }: { readonly editor: CollectionEditor }) {
  const isBusy = useStore(editor.$isBusy);
  return (
    <MoreMenu
      label="More collection options"
      disabled={isBusy}
      items={[
        {
          key: 'duplicate',
          label: 'Duplicate',
          icon: 'icon-[ri--file-copy-line]',
          onSelect: () => void editor.duplicate(),
        },
        {
          key: 'delete',
          label: 'Delete',
          icon: 'icon-[ri--delete-bin-7-line]',
          danger: true,
          onSelect: () => void editor.remove(),
        },
      ]}
    />
  );
}
