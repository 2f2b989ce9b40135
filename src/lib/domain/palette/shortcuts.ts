/** By where they work; alternatives are separated by '/'. `Ctrl` is also Cmd on a Mac. */
export const SHORTCUTS: Readonly<Record<string, readonly Readonly<Record<'keys' | 'does', string>>[]>> = {
  Everywhere: [
    { keys: 'Ctrl K', does: 'Search commands, collections and records' },
    { keys: '/', does: 'Go to the search of the screen' },
    { keys: '?', does: 'Show this list' },
  ],
  'In lists': [
    { keys: '↑ ↓ / K J', does: 'Previous and next row' },
    { keys: '← →', does: 'Cells of the row' },
    { keys: 'Home End / Page ↑ ↓', does: 'First and last row, or a page' },
    { keys: 'Enter', does: 'Open the row' },
    { keys: 'Shift F10', does: 'Filter records by the cell' },
    { keys: 'Space', does: 'Select the row' },
    { keys: 'Shift ↑ ↓ / Shift Space', does: 'Select a range' },
    { keys: 'Alt ↑ ↓', does: 'Move the row, where a number field orders the records' },
    { keys: 'Esc', does: 'Clear the selection' },
  ],
  'In cells of records': [
    { keys: 'Enter / F2', does: 'Edit the cell' },
    { keys: 'Shift ← → ↑ ↓', does: 'Select cells' },
    { keys: 'Ctrl C / Ctrl V', does: 'Copy and paste cells' },
    { keys: 'Ctrl S', does: 'Save the changed cells' },
    { keys: 'Esc', does: 'Leave the cell as it was' },
  ],
  'In the collections': [
    { keys: '← →', does: 'Fold and unfold a folder' },
    { keys: 'Alt ↑ ↓', does: 'Move within my folders' },
    { keys: 'Shift F10', does: 'Move to a folder, change a folder' },
  ],
  'In the schema': [
    { keys: '← ↑ → ↓', does: 'Nearest collection' },
    { keys: 'Shift ← ↑ → ↓', does: 'Move the view' },
    { keys: 'Alt ← ↑ → ↓', does: 'Move the collection' },
    { keys: '+ - 0', does: 'Zoom, and show all' },
    { keys: 'Space', does: 'Hold to drag the view' },
  ],
  'In panels': [
    { keys: 'Ctrl S', does: 'Save' },
    { keys: 'Ctrl Enter', does: 'Save and close' },
    { keys: 'Ctrl V', does: 'Add a copied picture or file to the field of files in use' },
    { keys: 'K J', does: 'Previous and next record or log' },
    { keys: 'Esc', does: 'Leave the field, then close' },
  ],
};
