import type { Line } from '#wire/choose.ts';

/** A list of records or of logs, in the language of {@link Dashboard}. */
export interface BenchList {
  /** How many are loaded, including those without a row in the page. */
  loadedCount: string;
  /** The button that loads more, or null, also while it loads. */
  loadMoreButton: string;
  /** How many rows a load adds, except the last one. */
  pageRows: number;
  selectAllSelector: string;
  /** `count` are selected, and the page shows it. */
  allSelected(count: number): string;
  /** The page shows that nothing is selected. */
  noneSelected: string;
}

/** How the benchmark operates a dashboard. Expressions are JavaScript, evaluated in its page; selectors are CSS. */
export interface Dashboard {
  name: 'atoll' | 'reference';
  /** Whether it has what PocketBase's own dashboard lacks. */
  isAtoll: boolean;
  /** Page address without its hash. */
  url: string;
  /** The line of its backend. */
  line: Line;
  /** Local storage key of the session: an object with the token, and who is signed in as this member. */
  storageKey: string;
  accountMember: 'model' | 'record';
  /** The hash of a collection's records, and that of the administrators. */
  recordsAt(collection: { id: string; name: string }): string;
  adminsAt: string;
  /** The sign-in form is visible; it may not accept a submit yet. */
  formPainted: string;
  /** The sign-in form, or null until it is there. */
  loginForm: string;
  records: BenchList;
  logs: BenchList;
  /** The page shows entries of the log. */
  logsReady: string;
  /** Entries of other lists, such as backups and admins. */
  listItems: string;
  /** The page has a row whose field `column` contains `text`. */
  rowsReady(column: string, text: string): string;
  linkSelector(collectionId: string): string;
  /** The first row's cell of the field `column`: a click opens the record. */
  cellSelector(column: string): string;
  newRecordButton: string;
  /** The control of a text field in the open record panel, or null until it is there. */
  textControl(field: string): string;
  /** The box of a field in the open record panel; that of a rich text has a frame once its editor is there. */
  fieldBox(field: string): string;
  /** The button that saves the open panel. */
  saveButton: string;
  panelGone: string;
  /** The element that scrolls the records. */
  scroller: string;
  /** How many rows to scroll past, and whether the list loads more on its own. */
  scrolling: { rows: number; loadsAhead: boolean };
  /** The button that opens the editor of the collection. */
  editButton: string;
  /** The inputs of the field names in the open editor, as a list; also of fields that the backend adds. */
  fieldInputs: string;
  /** The drag handles of these, as a list in the same order; only the first fields may have none. */
  fieldHandles: string;
  /** The diagram of all collections: what opens it, or null until it is there, and a selector of its tiles. */
  diagram?: { button: string; tiles: string };
}
