import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { closeByProps, lazyPanel } from '#components/feedback/lazy-part.tsx';
import { MoreMenu } from '#components/overlay/MoreMenu.tsx';
import { deleteItem, duplicateItem } from '#islands/EditPanel.tsx';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';

const NotePopup = lazyPanel(() => import('./NotePopup.tsx'), closeByProps);

/** Further actions for an existing collection. */
export function EditorMenu({ editor }: { readonly editor: CollectionEditor }) {
  const isBusy = useStore(editor.$isBusy);
  const saved = useStore(editor.$saved);
  const [hasNote, setHasNote] = useState(false);
  return (
    <>
      <MoreMenu
        label="More collection options"
        disabled={isBusy}
        items={[
          {
            key: 'note',
            label: 'Note…',
            icon: 'icon-[ri--edit-line]',
            onSelect: () => setHasNote(true),
          },
          duplicateItem(editor.duplicate),
          deleteItem(editor.remove),
        ]}
      />
      {hasNote && saved && <NotePopup {...saved} onClose={() => setHasNote(false)} />}
    </>
  );
}
