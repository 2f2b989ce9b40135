// chunks: named
/** A note, which is plain text of any administrator, with its line breaks. */
export function NoteText({ note, className = '' }: { readonly note: string; readonly className?: string }) {
  return (
    <bdi className={`block whitespace-pre-line [overflow-wrap:anywhere] ${className}`} data-note="">
      {note}
    </bdi>
  );
}
