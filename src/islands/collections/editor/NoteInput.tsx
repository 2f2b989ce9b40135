import { useStore } from '@nanostores/react';
import { Textarea } from '#components/form/Textarea.tsx';
import { MAX_NOTE, noteOf } from '#domain/arrangements/notes.ts';
import { $notes, setNote } from '#stores/arrangements/notes.ts';

interface NoteInputProps {
  readonly collectionId: string;
  /** '' for the note on the collection itself. */
  readonly fieldId: string;
  /** Where the note is shown. */
  readonly help: string;
}

/** A note, which is stored while it is typed and is no part of what the editor saves. */
export function NoteInput({ collectionId, fieldId, help }: NoteInputProps) {
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
