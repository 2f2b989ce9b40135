import type { Ace } from 'ace-builds';
import { ace } from './ace.ts';
// Must come after Ace itself, which it extends.
import 'ace-builds/src-noconflict/ext-language_tools';

interface Popup {
  readonly isOpen: boolean;
  readonly renderer: {
    readonly textarea: HTMLElement;
    readonly $textLayer: { readonly element: HTMLElement };
    on(event: 'afterRender', run: () => void): void;
  };
  on(event: 'show' | 'hide', run: () => void): void;
  getRow(): number;
  setRow(row: number): void;
}

interface Completer {
  readonly popup?: Popup;
  /** Creates the list on first use. */
  $init(): Popup;
  /** Whether it is searching for suggestions or showing them. */
  readonly activated: boolean;
  /** Filters the open list shortly after each key press. */
  readonly changeTimer: { isPending(): unknown; call(): void };
  parentNode: HTMLElement;
  showPopup(editor: Ace.Editor): void;
  detach(): void;
  goTo(where: string): void;
  /** Returns false when no row is selected. */
  insertMatch(...args: unknown[]): boolean | undefined;
}

/** The completer of an editor, undefined before its first use. */
export function completerOf(editor: Ace.Editor): Completer | undefined {
  return (editor as unknown as { completer?: Completer | null }).completer ?? undefined;
}

/** Whether the list of suggestions is on screen. */
export const isSuggesting = (editor: Ace.Editor): boolean => completerOf(editor)?.popup?.isOpen ?? false;

/** Filters the list now if a filter is pending: the list on screen may not reflect the last key yet. */
function applyPendingFilter({ changeTimer }: Completer) {
  if (changeTimer.isPending()) changeTimer.call();
}

/**
 * Inserts the selected suggestion, or the first.
 * @returns false when there is none
 */
export function acceptSuggestion(editor: Ace.Editor): boolean {
  const completer = completerOf(editor);
  if (!completer?.popup) return false;
  applyPendingFilter(completer);
  if (!completer.popup.isOpen) return false;
  if (completer.popup.getRow() < 0) completer.popup.setRow(0);
  completer.insertMatch();
  return true;
}

/**
 * Filters the list before a row is selected or inserted. A later filter would drop the selection, or the inserted row
 * would come from the old list.
 */
function selectFromCurrentList(completer: Completer) {
  const goTo = completer.goTo.bind(completer);
  const insertMatch = completer.insertMatch.bind(completer);
  completer.goTo = (where) => {
    applyPendingFilter(completer);
    if (completer.popup?.isOpen) goTo(where);
  };
  completer.insertMatch = (...args) => {
    applyPendingFilter(completer);
    return completer.popup?.isOpen ? insertMatch(...args) : false;
  };
}

/** Creates a landmark for the list outside every panel, which would clip it. */
function createListContainer(editor: Ace.Editor, label: string): HTMLElement {
  const container = document.createElement('section');
  container.setAttribute('aria-label', `Suggestions for ${label}`);
  document.body.append(container);
  editor.on('destroy', () => container.remove());
  return container;
}

/** References the selected row, on the list and on the focused text area. */
const ACTIVE_ROW = 'aria-activedescendant';

/** Fixes Ace's list for assistive technology. */
function repairPopup(popup: Popup, editor: Ace.Editor, container: Element) {
  const { renderer } = popup;
  const area = editor.textInput.getElement();
  // The list is an editor too; its hidden text area must not be a tab stop.
  renderer.textarea.tabIndex = -1;
  // Ace leaves a stale reference on both while no row is selected and after the list closes.
  const removeStaleReference = () => {
    if (popup.isOpen && popup.getRow() >= 0) return;
    for (const element of [renderer.$textLayer.element, area]) element.removeAttribute(ACTIVE_ROW);
  };
  renderer.on('afterRender', removeStaleReference);
  popup.on('hide', removeStaleReference);
  // Escape closes only the list, not the panel around the editor.
  popup.on('show', () => container.setAttribute('data-popup-open', ''));
  popup.on('hide', () => container.removeAttribute('data-popup-open'));
}

/** A character of a word that can be completed. */
const WORD_CHARACTER = /[\w@.:$]/;
const WORD_END = new RegExp(`${WORD_CHARACTER.source}$`);

/** Offers completions while typing. None is preselected, so Enter keeps its usual function. */
export function offerCompletions(
  editor: Ace.Editor,
  label: string,
  completionsFor: (prefix: string) => readonly string[],
): void {
  const own: Ace.Completer = {
    identifierRegexps: [WORD_CHARACTER],
    getCompletions: (_editor, _session, _position, prefix, callback) => {
      const completions = completionsFor(prefix).map((word) => ({
        value: word,
        caption: word,
        meta: '',
        score: 0,
      }));
      callback(null, completions);
    },
  };
  editor.setOptions({ enableBasicAutocompletion: true, enableLiveAutocompletion: true });
  editor.completers = [own];
  const { Autocomplete } = ace.require('ace/autocomplete') as {
    Autocomplete: { for(editor: Ace.Editor): Completer };
  };
  const completer = Autocomplete.for(editor);
  const container = createListContainer(editor, label);
  const createPopup = completer.$init.bind(completer);
  completer.$init = () => {
    const popup = createPopup();
    repairPopup(popup, editor, container);
    return popup;
  };
  // Ace would turn it on permanently when Ctrl+Space opens the list.
  Object.defineProperty(completer, 'autoSelect', { get: () => false, set: () => undefined });
  selectFromCurrentList(completer);
  completer.parentNode = container;
  // An open list only filters its own entries, after a delay. These characters start a new set of completions.
  editor.commands.on('afterExec', ({ command, args }: { command: { name?: string }; args: unknown }) => {
    if (command.name !== 'insertstring' || !completer.activated) return;
    const typed = String(args);
    if (/[.:]$/.test(typed)) completer.showPopup(editor);
    else if (!WORD_END.test(typed)) completer.detach();
  });
}
