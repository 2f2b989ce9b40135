import type { Ace } from 'ace-builds';
import aceCss from 'ace-builds/css/ace.css?inline';
import untypedAce from 'ace-builds/src-noconflict/ace';
import { flushSync } from 'react-dom';
import { lex, type Token } from '#domain/model/filter/lexer.ts';
import { isPath } from '#domain/model/filter/tree.ts';
import atollCss from './ace-atoll.css?inline';

/** The classes of `ace-atoll.css`; brackets are matched by theirs. */
const CLASSES: Partial<Readonly<Record<Token['kind'], string>>> = {
  ...{ comment: 'comment', text: 'string', number: 'constant.numeric', name: 'identifier' },
  ...{ operator: 'keyword.operator', join: 'keyword.operator', open: 'paren.lparen', close: 'paren.rparen' },
};

/** A line of a filter as Ace draws it; `state` is the quote of a text that began in a line before. */
function tokensOfLine(line: string, state: string) {
  const pieces = [...lex(state + line)];
  const tokens = pieces.flatMap(({ kind, text, at }) => {
    const value = at === 0 ? text.slice(state.length) : text;
    if (kind !== 'name') return { type: CLASSES[kind] ?? 'text', value };
    if (text.startsWith('@')) return { type: 'macro', value };
    const modifier = /:\w*$/.exec(text)?.[0] ?? '';
    const path = text.slice(0, text.length - modifier.length);
    const type = isPath(path) ? 'identifier' : 'constant.language';
    return [{ type, value: path }, ...(modifier ? [{ type: 'macro', value: modifier }] : [])];
  });
  const last = pieces.at(-1);
  return { tokens, state: last?.kind === 'text' && last.isOpen ? last.text.slice(0, 1) : '' };
}

export function createFilterMode(): Ace.SyntaxMode {
  const { Mode } = ace.require('ace/mode/text') as { Mode: new () => Ace.SyntaxMode };
  const getLineTokens = (line: string, state?: unknown) =>
    tokensOfLine(line, state === "'" || state === '"' ? state : '');
  return Object.assign(new Mode(), { getTokenizer: () => ({ getLineTokens }), $id: 'atoll/filter' });
}

/** Ace, configured to add no style element, start no worker and request no file (strict CSP). */
export const ace: typeof import('ace-builds') = untypedAce;

type Define = (id: string, needs: string[], make: (require: unknown, exports: object) => void) => void;
const { define } = ace as unknown as { define: Define };

const THEME = 'ace/theme/atoll';

ace.config.set('useStrictCSP', true);
ace.config.set('loadWorkerFromBlob', false);
define(THEME, ['require', 'exports', 'module'], (_require, exports) => {
  Object.assign(exports, { isDark: false, cssClass: 'ace-atoll', cssText: '', $id: THEME });
});

// A constructed style sheet is part of this chunk, and the content security policy allows it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`${aceCss}\n${atollCss}`);
document.adoptedStyleSheets.push(sheet);

/** Commands that open Ace's dialogs or override browser shortcuts. They do not belong in a form field. */
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

/** In texts with more lines, matching brackets are not searched: it would take too long on every key press. */
const MATCHED_LINES = 5000;

/** Lines with more than this many characters are not wrapped: Ace would redraw the whole line on every key press. */
const LONG_LINE = 10_000;

/** Makes a text with a very long line, such as one with an embedded file, scroll sideways. */
function unwrapLongLines({ session }: Ace.Editor, lines: readonly string[]) {
  if (session.getUseWrapMode() && lines.some(({ length }) => length > LONG_LINE)) {
    session.setUseWrapMode(false);
  }
}

type Matcher = (position: Ace.Point, isBackwards?: boolean) => Ace.Range[] | null;

/** Next to the first or last bracket of a text, Ace would scan all of it on every key press. */
function matchNearBrackets(editor: Ace.Editor) {
  const session = editor.session as Ace.EditSession & { getMatchingBracketRanges: Matcher };
  const match = session.getMatchingBracketRanges.bind(session);
  session.getMatchingBracketRanges = (position, isBackwards) =>
    session.getLength() > MATCHED_LINES ? null : match(position, isBackwards);
}

export interface EditorSetup {
  readonly value: string;
  readonly label: string;
  readonly placeholder: string | undefined;
  readonly options: Partial<Ace.EditorOptions>;
}

/** Creates an editor in `host`. The caller destroys it. */
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
    // Ace would search for the ends of all visible blocks on every key press.
    showFoldWidgets: false,
    ...options,
    ...(placeholder ? { placeholder } : {}),
  } as Partial<Ace.EditorOptions>);
  for (const name of REMOVED) editor.commands.removeCommand(name);
  matchNearBrackets(editor);
  editor.renderer.setPadding(0);
  // Before the text is laid out.
  unwrapLongLines(editor, value.split('\n'));
  editor.session.setValue(value);
  editor.session.on('change', ({ lines }) => unwrapLongLines(editor, lines));
  const area = editor.textInput.getElement();
  // Ace sets the accessible name of its text area from this option whenever the caret moves.
  editor.setOption('textInputAriaLabel' as keyof Ace.EditorOptions, label);
  area.setAttribute('aria-label', label);
  if (placeholder) area.setAttribute('placeholder', placeholder);
  return editor;
}

/** A selection in a text, as character offsets like those of text fields. */
export interface TextSelection {
  readonly start: number;
  readonly end: number;
  /** Whether the user had begun to edit: Enter then starts a new line. */
  readonly isEditing?: boolean;
}

/** Focuses an editor with the selection of the plain field that it replaces. */
export function focusAt(editor: Ace.Editor, selection: TextSelection): void {
  // Text fields count every line break as one character.
  const text = editor.session.getDocument().getAllLines().join('\n');
  const pointAt = (offset: number): Ace.Point => {
    const before = text.slice(0, offset).split('\n');
    return { row: before.length - 1, column: before.at(-1)?.length ?? 0 };
  };
  editor.selection.setRange({ start: pointAt(selection.start), end: pointAt(selection.end) } as Ace.Range);
  editor.focus();
}

/**
 * Typed text is in the owner's state before the next key press: a late render would replace newer text with older text.
 * @returns a function that shows a text set from outside, with the caret at its end, without reporting it
 */
export function bindValue(editor: Ace.Editor, report: (value: string) => void): (value: string) => void {
  let isShowing = false;
  // Cached: `getValue` joins all lines, which can be megabytes on every key press.
  let text = editor.getValue();
  editor.on('change', () => {
    if (isShowing) return;
    text = editor.getValue();
    flushSync(() => report(text));
  });
  return (value) => {
    if (text === value) return;
    isShowing = true;
    unwrapLongLines(editor, value.split('\n'));
    editor.setValue(value, 1);
    isShowing = false;
    text = value;
  };
}
