import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { NoteInput } from './NoteInput.tsx';

export default function NotePopup({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <OverlayPanel
      variant="centered"
      size="sm"
      title={
        <>
          Note on <bdi>{name}</bdi>
        </>
      }
      onRequestClose={onClose}
      cancel="Close"
    >
      <NoteInput
        collectionId={id}
        fieldId=""
        help="Shown in the API docs. Kept while you type, without saving the collection."
      />
    </OverlayPanel>
  );
}
