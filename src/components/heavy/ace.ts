import type { Ace } from 'ace-builds';
import aceCss from 'ace-builds/css/ace.css?inline';
import untypedAce from 'ace-builds/src-noconflict/ace';
import 'ace-builds/src-noconflict/ext-language_tools';
import { flushSync } from 'react-dom';
import atollCss from './ace-atoll.css?inline';

/** Ace, set up so that it writes no style element, starts no worker and asks for no file (strict CSP). */
export const ace: typeof import('ace-builds') = untypedAce;

/** The part of Ace's module system its types leave out. */
type Define = (id: string, needs: string[], make: (require: unknown, exports: object) => void) => void;
const { define } = ace as unknown as { define: Define };

const THEME = 'ace/theme/atoll';

ace.config.set('useStrictCSP', true);
ace.config.set('loadWorkerFromBlob', false);
define(THEME, ['require', 'exports', 'module'], (_require, exports) => {
  Object.assign(exports, { isDark: false, cssClass: 'ace-atoll', cssText: '', $id: THEME });
});

// A constructed sheet comes with this chunk and is no inline style to the content security policy.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`${aceCss}\n${atollCss}`);
document.adoptedStyleSheets.push(sheet);

/** Keys that open dialogs of Ace's own or take the browser's, none of which belong into a form field. */
const REMOVED = [
  'find',
  'findnext',
  'findprevious',
  'replace',
  'gotoline',
  'goToNextError',
  'goToPreviousError',
  'showSettingsMenu',
  'openCommandPallete',
  'openCommandPalette',
  'togglerecording',
  'replaymacro',
  'modeSelect',
];

/** Lines of a text in which the other bracket of a pair is looked for; beyond, that takes too long for a key. */
const MATCHED_LINES = 5000;

/** Characters of a line from which on it is not wrapped: Ace would draw all of it anew at every key. */
const LONG_LINE = 10_000;

/** A text with a very long line, such as a document with a file in it, scrolls sideways. */
function unwrapLongLines({ session }: Ace.Editor, lines: readonly string[]) {
  if (session.getUseWrapMode() && lines.some(({ length }) => length > LONG_LINE)) {
    session.setUseWrapMode(false);
  }
}

type Matcher = (position: Ace.Point, isBackwards?: boolean) => Ace.Range[] | null;

/** Beside the first or last bracket of a document, Ace would read all of it at every key. */
function matchNearBrackets(editor: Ace.Editor) {
  const session = editor.session as Ace.EditSession & { getMatchingBracketRanges: Matcher };
  const match = session.getMatchingBracketRanges.bind(session);
  session.getMatchingBracketRanges = (position, isBackwards) =>
    session.getLength() > MATCHED_LINES ? null : match(position, isBackwards);
}

/** What both editors share. */
export interface EditorSetup {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string | undefined;
  readonly options: Partial<Ace.EditorOptions>;
}

/** Makes an editor in `host`. The caller destroys it. */
export function createEditor(
  host: HTMLElement,
  { value, label, placeholder, options }: EditorSetup,
): Ace.Editor {
  const editor = ace.edit(host, {
    theme: THEME,
    fontSize: 13,
    useWorker: false,
    showPrintMargin: false,
    highlightActiveLine: false,
    tabSize: 2,
    scrollPastEnd: 0,
    // Drawn beside the text, they would have the ends of all blocks in sight looked for at every key.
    showFoldWidgets: false,
    ...options,
    ...(placeholder ? { placeholder } : {}),
  } as Partial<Ace.EditorOptions>);
  for (const name of REMOVED) editor.commands.removeCommand(name);
  matchNearBrackets(editor);
  editor.renderer.setPadding(0);
  // Before it is laid out.
  unwrapLongLines(editor, value.split('\n'));
  editor.session.setValue(value);
  editor.session.on('change', ({ lines }) => unwrapLongLines(editor, lines));
  const area = editor.textInput.getElement();
  // Ace names its field anew whenever the caret moves, out of this option.
  editor.setOption('textInputAriaLabel' as keyof Ace.EditorOptions, label);
  area.setAttribute('aria-label', label);
  if (placeholder) area.setAttribute('placeholder', placeholder);
  return editor;
}

/** A selection in a text by the places of its ends, as text fields tell it. */
export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

/** Focuses an editor with the selection of the plain field whose place it takes. */
export function focusAt(editor: Ace.Editor, selection: TextSelection): void {
  // Text fields count every line break as one sign.
  const text = editor.session.getDocument().getAllLines().join('\n');
  const pointAt = (place: number): Ace.Point => {
    const before = text.slice(0, place).split('\n');
    return { row: before.length - 1, column: before.at(-1)?.length ?? 0 };
  };
  editor.selection.setRange({ start: pointAt(selection.start), end: pointAt(selection.end) } as Ace.Range);
  editor.focus();
}

/**
 * Ties the text of an editor to the state of its owner. What is typed is in that state before the next key
 * arrives: a render that lags behind would put an older text back over a newer one.
 * @param report takes what the user typed
 * @returns shows a text that came from outside, with the caret at its end, and reports nothing
 */
export function tieValue(editor: Ace.Editor, report: (value: string) => void): (value: string) => void {
  let showing = false;
  // Remembered: Ace puts its text together from its lines whenever it is asked, megabytes at every key.
  let text = editor.getValue();
  editor.on('change', () => {
    if (showing) return;
    text = editor.getValue();
    flushSync(() => report(text));
  });
  return (value) => {
    if (text === value) return;
    showing = true;
    unwrapLongLines(editor, value.split('\n'));
    editor.setValue(value, 1);
    showing = false;
    text = value;
  };
}

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

/** Offers words while typing; nothing is preselected, so Enter goes on meaning what it means. */
export function offer(editor: Ace.Editor, label: string, words: (prefix: string) => readonly string[]): void {
  const own: Ace.Completer = {
    identifierRegexps: [WORD_SIGN],
    getCompletions: (_editor, _session, _position, prefix, callback) => {
      const completions = words(prefix).map((word) => ({ value: word, caption: word, meta: '', score: 0 }));
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
  // An open list only filters what it has, and a moment later: behind these signs other words begin.
  editor.commands.on('afterExec', ({ command, args }: { command: { name?: string }; args: unknown }) => {
    if (command.name !== 'insertstring' || !completer.activated) return;
    const typed = String(args);
    if (/[.:]$/.test(typed)) completer.showPopup(editor);
    else if (!WORD_END.test(typed)) completer.detach();
  });
}
