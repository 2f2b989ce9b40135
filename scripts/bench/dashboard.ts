/**
 * What the bench must know of a dashboard. Expressions are JavaScript evaluated in its page; selectors are CSS.
 */
export interface Dashboard {
  name: 'atoll' | 'reference';
  /** Page address without its hash. */
  url: string;
  /** Local storage key of the session `{token, model}`. */
  storageKey: string;
  /** The sign-in form stands there and keeps what is typed into it. */
  formReady: string;
  /** It can be sent, too. */
  formAwake: string;
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
}
