import type { Ace } from 'ace-builds';
import aceCss from 'ace-builds/css/ace.css?inline';
import untypedAce from 'ace-builds/src-noconflict/ace';
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

/** Lines with more than this many characters are not wrapped: Ace would redraw the whole line on every key. */
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
  // Ace sets the name of its field from this option whenever the caret moves.
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
