/**
 * What the bench must know of a dashboard. Expressions are JavaScript evaluated in its page; selectors are CSS.
 */
export interface Dashboard {
  name: 'atoll' | 'reference';
  /** Page address without its hash. */
  url: string;
  /** Local storage key of the session `{token, model}`. */
  storageKey: string;
  /** The sign-in form can be seen, which says nothing of whether it can be sent. */
  formPainted: string;
  /** The sign-in form, or null until it is there. */
  loginForm: string;
  /** How many records are loaded, be they in the page or not. */
  loadedCount: string;
  /** The button that loads more records, or null. */
  loadMoreButton: string;
  selectAllSelector: string;
  /** `count` records are selected, and the page shows it. */
  allSelected(count: number): string;
  /** A row whose field `column` shows a text with `text` in it stands in the page. */
  rowsReady(column: string, text: string): string;
  linkSelector(collectionId: string): string;
  /** The first row's cell of the field `column`: a click opens the record. */
  cellSelector(column: string): string;
  newRecordButton: string;
  /** The control of a text field in the open record panel, or null until it is there. */
  textControl(field: string): string;
  /** The button that saves the open panel. */
  saveButton: string;
  panelGone: string;
  /** The box in which the records scroll. */
  scroller: string;
  /** How many rows are scrolled past, and whether the list loads more by itself. */
  scrolling: { rows: number; loadsAhead: boolean };
  /** The button that opens the editor of the collection. */
  editButton: string;
  /** The inputs of the field names in the open editor, as a list. */
  fieldInputs: string;
  /** What they are moved by, as a list. */
  fieldHandles: string;
}
