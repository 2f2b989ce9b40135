import type { Ace } from 'ace-builds';
import { ace } from './ace.ts';
// After Ace itself, which it extends.
import 'ace-builds/src-noconflict/ext-language_tools';

interface Popup {
  readonly isOpen: boolean;
  readonly renderer: {
    readonly textarea: HTMLElement;
    readonly $textLayer: { readonly element: HTMLElement };
    on(event: 'afterRender', run: () => void): void;
  };
  on(event: 'hide', run: () => void): void;
  getRow(): number;
  setRow(row: number): void;
}

interface Completer {
  readonly popup?: Popup;
  /** Makes the list when it is first needed. */
  $init(): Popup;
  /** It is looking for suggestions or shows them. */
  readonly activated: boolean;
  /** Filters the open list a moment after each key. */
  readonly changeTimer: { isPending(): unknown; call(): void };
  parentNode: HTMLElement;
  showPopup(editor: Ace.Editor): void;
  detach(): void;
  goTo(where: string): void;
  /** False when no row is chosen. */
  insertMatch(...args: unknown[]): boolean | undefined;
}

/** The list of suggestions of an editor, undefined before it was first needed. */
export function completerOf(editor: Ace.Editor): Completer | undefined {
  return (editor as unknown as { completer?: Completer | null }).completer ?? undefined;
}

/** Whether the list of suggestions is on screen. */
export const isSuggesting = (editor: Ace.Editor): boolean => completerOf(editor)?.popup?.isOpen ?? false;

/** Filters the list by the last key at once; what is on screen could be of the key before. */
function bringUpToDate({ changeTimer }: Completer) {
  if (changeTimer.isPending()) changeTimer.call();
}

/**
 * Takes the chosen suggestion, or the first.
 * @returns false when there is none
 */
export function takeSuggestion(editor: Ace.Editor): boolean {
  const completer = completerOf(editor);
  if (!completer?.popup) return false;
  bringUpToDate(completer);
  if (!completer.popup.isOpen) return false;
  if (completer.popup.getRow() < 0) completer.popup.setRow(0);
  completer.insertMatch();
  return true;
}

/** A list that is filtered after a row was chosen forgets the row, or would insert one of the list before. */
function chooseFromCurrentList(completer: Completer) {
  const goTo = completer.goTo.bind(completer);
  const insertMatch = completer.insertMatch.bind(completer);
  completer.goTo = (where) => {
    bringUpToDate(completer);
    if (completer.popup?.isOpen) goTo(where);
  };
  completer.insertMatch = (...args) => {
    bringUpToDate(completer);
    return completer.popup?.isOpen ? insertMatch(...args) : false;
  };
}

/** The list lies outside every panel, which would clip it, in a landmark of its own. */
function createListPlace(editor: Ace.Editor, label: string): HTMLElement {
  const place = document.createElement('section');
  place.setAttribute('aria-label', `Suggestions for ${label}`);
  document.body.append(place);
  editor.on('destroy', () => place.remove());
  return place;
}

/** Names the chosen row, on the list and on the text area that has the focus. */
const ROW_IN_LIST = 'aria-activedescendant';

/** Puts right what Ace's list leaves wrong for assistive technology. */
function repairPopup(popup: Popup, editor: Ace.Editor) {
  const { renderer } = popup;
  const area = editor.textInput.getElement();
  // The list is an editor too; its hidden text area must not be a stop for Tab.
  renderer.textarea.tabIndex = -1;
  // Both go on naming a row of an earlier list while none is chosen, and when the list is gone.
  const forgetRow = () => {
    if (popup.isOpen && popup.getRow() >= 0) return;
    for (const element of [renderer.$textLayer.element, area]) element.removeAttribute(ROW_IN_LIST);
  };
  renderer.on('afterRender', forgetRow);
  popup.on('hide', forgetRow);
}

/** What a word to complete is made of. */
const WORD_SIGN = /[\w@.:$]/;
const WORD_END = new RegExp(`${WORD_SIGN.source}$`);

/** Offers completions while typing. None is preselected, so Enter keeps its usual meaning. */
export function offer(
  editor: Ace.Editor,
  label: string,
  completionsFor: (prefix: string) => readonly string[],
): void {
  const own: Ace.Completer = {
    identifierRegexps: [WORD_SIGN],
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
  const makeList = completer.$init.bind(completer);
  completer.$init = () => {
    const popup = makeList();
    repairPopup(popup, editor);
    return popup;
  };
  // Ace would switch it on for good when the list is asked for by Ctrl+Space.
  Object.defineProperty(completer, 'autoSelect', { get: () => false, set: () => undefined });
  chooseFromCurrentList(completer);
  completer.parentNode = createListPlace(editor, label);
  // An open list only filters its own entries, after a delay. These characters start a new set of completions.
  editor.commands.on('afterExec', ({ command, args }: { command: { name?: string }; args: unknown }) => {
    if (command.name !== 'insertstring' || !completer.activated) return;
    const typed = String(args);
    if (/[.:]$/.test(typed)) completer.showPopup(editor);
    else if (!WORD_END.test(typed)) completer.detach();
  });
}
