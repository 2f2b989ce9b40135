import { useStore } from '@nanostores/react';
import { Textarea } from '#components/form/Textarea.tsx';
import { MAX_NOTE, noteOf } from '#domain/arrangements/notes.ts';
import { $notes, setNote } from '#stores/arrangements/notes.ts';

/** A note, on the collection itself for the field ''. It is stored while it is typed, not when the editor saves. */
export function NoteInput({
  collectionId,
  fieldId,
  help,
}: Record<'collectionId' | 'fieldId' | 'help', string>) {
  const note = noteOf(useStore($notes), collectionId, fieldId);
  return (
    <Textarea
      label="Note"
      rows={1}
      maxLength={MAX_NOTE}
      help={help}
      value={note}
      onChange={(text) => setNote(collectionId, fieldId, text)}
    />
  );
}
