import type { Ace } from 'ace-builds';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { SMALL } from '#components/hooks/use-is-small.ts';
import type { TypedNames } from '#domain/collections/completions.ts';
import { matchRank } from '#domain/collections/match-rank.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { fieldTypeLabel } from '#domain/field-types/labels.ts';
import { ace } from './ace.ts';
// Must come after Ace itself, which it extends.
import 'ace-builds/src-noconflict/ext-language_tools';

interface Row {
  readonly value: string;
  readonly caption: string;
  readonly score: number;
  readonly meta: string;
  readonly type: ColumnType | undefined;
}

/** The list, with what Ace's types omit. */
type Popup = Ace.AcePopup & {
  readonly renderer: {
    readonly $textLayer: { readonly element: HTMLElement; readonly config: { readonly firstRow: number } };
    $maxLines: number;
    $maxPixelHeight: number | null;
  };
};

/** What owns the list, with what Ace's types omit or say otherwise. */
type Completer = Omit<Ace.Autocomplete, 'popup' | 'base' | 'insertMatch'> & {
  readonly popup?: Popup;
  /** Creates the list on first use. */
  $init(): Popup;
  /** Where the completed word begins. */
  readonly base: Ace.Point | null;
  $updatePopupPosition(): void;
  /** Returns false when no row is selected. */
  insertMatch(...args: unknown[]): boolean | undefined;
};

const { Autocomplete, FilteredList } = ace.require('ace/autocomplete') as {
  Autocomplete: { for(editor: Ace.Editor): Completer };
  FilteredList: { readonly prototype: Ace.FilteredList };
};

// Ace would put the shortest gap first, and equal rows by their names.
FilteredList.prototype.setFilter = function (text: string) {
  this.filterText = text;
  this.filtered = this.filterCompletions(this.all, text)
    .map((row: Row) => ({ row, rank: matchRank(row.caption, text) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
};

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

/** Inserts the selected suggestion, or the first; returns false when there is none. */
export function acceptSuggestion(editor: Ace.Editor): boolean {
  const completer = completerOf(editor);
  if (!completer?.popup) return false;
  applyPendingFilter(completer);
  if (!completer.popup.isOpen) return false;
  if (completer.popup.getRow() < 0) completer.popup.setRow(0);
  completer.insertMatch();
  return true;
}

/** Filters the list before a row is selected or inserted: a later filter would drop it, or insert an old row. */
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

type CaretRenderer = Ace.VirtualRenderer & {
  readonly $cursorLayer: {
    getPixelPosition(position: Ace.Point, onScreen: true): { top: number; left: number };
  };
};

/** Below the line of the caret, or above the word. Ace would place it below the first line of a word on two lines. */
function keepClearOfText(completer: Completer, editor: Ace.Editor) {
  const openPopup = completer.openPopup.bind(completer);
  completer.openPopup = (...args) => {
    openPopup(...args);
    completer.$updatePopupPosition();
  };
  completer.$updatePopupPosition = () => {
    const { popup, base } = completer;
    if (!popup || !base) return;
    const { layerConfig, gutterWidth, $cursorLayer } = editor.renderer as CaretRenderer;
    const box = editor.container.getBoundingClientRect();
    const placeOf = (point: Ace.Point) => $cursorLayer.getPixelPosition(point, true);
    const word = placeOf(base);
    // A field of one line has a frame around it.
    const frame = editor.container.closest('.input')?.getBoundingClientRect() ?? box;
    const gap = Math.max(0, frame.bottom - box.bottom);
    const start = box.top - layerConfig.offset;
    const above = start + word.top - gap;
    const below = start + placeOf(editor.getCursorPosition()).top + layerConfig.lineHeight + gap;
    const left =
      box.left + gutterWidth + word.left - editor.renderer.getScrollLeft() - popup.getTextLeftOffset();
    const { $maxLines, lineHeight } = popup.renderer;
    const height = Math.min(popup.data.length, $maxLines) * lineHeight + 4;
    const room = innerHeight - below;
    const isBelow = room >= height || room >= above;
    popup.tryShow({ top: isBelow ? below : above, left }, 0, isBelow ? 'bottom' : 'top', true);
    popup.renderer.$maxPixelHeight = (isBelow ? room : above) - 4;
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

/** Shows the icon of its type before each row. Ace draws the rows anew without it. */
function showIcons({ renderer, getData }: Popup) {
  const { element, config } = renderer.$textLayer;
  for (const [at, line] of [...element.children].entries()) {
    const type = (getData(config.firstRow + at) as Row | undefined)?.type;
    const icon = line.querySelector('[aria-hidden]') ?? document.createElement('span');
    icon.ariaHidden = 'true';
    icon.className = `${type ? FIELD_ICONS[type] : ''} mr-1.5 size-3.5 text-muted`;
    if (icon !== line.firstChild) line.prepend(icon);
  }
}

function repairPopup(popup: Popup, editor: Ace.Editor, container: Element) {
  const { renderer } = popup;
  const area = editor.textInput.getElement();
  // The list is an editor too; its hidden text area must not be a tab stop.
  renderer.textarea.tabIndex = -1;
  // Ace leaves a stale reference on both while no row is selected and after the list closes.
  const removeStaleReference = () => {
    if (popup.isOpen && popup.getRow() >= 0) return;
    for (const element of [renderer.$textLayer.element, area])
      element.removeAttribute('aria-activedescendant');
  };
  renderer.on('afterRender', removeStaleReference);
  renderer.on('afterRender', () => showIcons(popup));
  popup.on('hide', removeStaleReference);
  // Escape closes only the list, not the panel around the editor.
  popup.on('show', () => container.setAttribute('data-popup-open', ''));
  popup.on('hide', () => container.removeAttribute('data-popup-open'));
}

const WORD_CHARACTER = /[\w@.:$]/;
const WORD_END = new RegExp(`${WORD_CHARACTER.source}$`);

/** Offers completions while typing. None is preselected, so Enter keeps its usual function. */
export function offerCompletions(
  editor: Ace.Editor,
  label: string,
  completionsFor: (prefix: string) => TypedNames,
): void {
  const own: Ace.Completer = {
    identifierRegexps: [WORD_CHARACTER],
    getCompletions: (_editor, _session, _position, prefix, callback) => {
      const { names, typeOf } = completionsFor(prefix);
      const rows = names.map(
        (name): Row => ({
          value: name,
          caption: name,
          score: 0,
          // Only the rows that are shown read these.
          get type() {
            return typeOf(name);
          },
          get meta() {
            return this.type ? fieldTypeLabel(this.type) : '';
          },
        }),
      );
      callback(null, rows);
    },
  };
  editor.setOptions({ enableBasicAutocompletion: true, enableLiveAutocompletion: true });
  editor.completers = [own];
  const completer = Autocomplete.for(editor);
  const container = createListContainer(editor, label);
  const createPopup = completer.$init.bind(completer);
  completer.$init = () => {
    const popup = createPopup();
    // Rows are higher where fingers press them (ace-atoll.css).
    if (matchMedia(SMALL).matches) popup.renderer.$maxLines = 5;
    repairPopup(popup, editor, container);
    return popup;
  };
  // Ace would turn it on permanently when Ctrl+Space opens the list.
  Object.defineProperty(completer, 'autoSelect', { get: () => false, set: () => undefined });
  selectFromCurrentList(completer);
  keepClearOfText(completer, editor);
  completer.parentNode = container;
  // An open list only filters its own entries, after a delay. These characters start a new set of completions.
  editor.commands.on('afterExec', ({ command, args }: { command: { name?: string }; args: unknown }) => {
    if (command.name !== 'insertstring' || !completer.activated) return;
    const typed = String(args);
    if (/[.:]$/.test(typed)) completer.showPopup(editor);
    else if (!WORD_END.test(typed)) completer.detach();
  });
}
