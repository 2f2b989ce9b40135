import { useStore } from '@nanostores/react';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { Textarea } from '#components/form/Textarea.tsx';
import { MAX_NOTE, noteOf } from '#domain/arrangements/notes.ts';
import { $markdown, $notes, setMarkdown, setNote } from '#stores/arrangements/notes.ts';

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

/** Marks a text field as Markdown, which its collection does not know. It is stored at once, as notes are. */
export function MarkdownToggle({ collectionId, fieldId }: Record<'collectionId' | 'fieldId', string>) {
  return (
    <Toggle
      label="Markdown"
      help="Atoll shows a preview of its text. Kept at once, without saving the collection."
      checked={noteOf(useStore($markdown), collectionId, fieldId) !== ''}
      onChange={(isOn) => setMarkdown(collectionId, fieldId, isOn)}
    />
  );
}
