import { useStore } from '@nanostores/react';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

/** Further actions for an existing collection (CE-18). */
export function EditorMenu({ editor }: { readonly editor: CollectionEditor }) {
  const isBusy = useStore(editor.$isBusy);
  return (
    <Dropdown
      label="More collection options"
      disabled={isBusy}
      triggerClass="btn btn-ghost btn-sm btn-square max-sm:size-10"
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
    >
      <span aria-hidden="true" className="icon-[ri--more-line] size-5" />
    </Dropdown>
  );
}
