import type { Editor } from 'hugerte';
import { activeContent } from '#domain/records/rich-text/active-content.ts';
import { activeText } from '#domain/records/rich-text/active-text.ts';
import {
  type EarlyPiece,
  earlyParts,
  lineToHtml,
  pieceMark,
  withEarlyText,
} from '#domain/records/rich-text/early-text.ts';
import { parseHtml } from './parse-html.ts';

/** Images that the editor accepts. */
const IMAGE = /^image\/(?:bmp|gif|jpeg|png|webp)$/;

/** The editor's commands would move the focus. */
const KEEP_FOCUS = { skip_focus: true };

function htmlPiece(source: string, text: string): EarlyPiece {
  const fragment = source
    .replace(/^[\s\S]*<!--StartFragment-->|<!--EndFragment-->[\s\S]*$/g, '')
    .replace(/<meta\b[^>]*>/gi, '');
  const isActive = (activeText(fragment) ?? activeContent(parseHtml(fragment))) !== undefined;
  const lines: EarlyPiece = { kind: 'lines', text };
  const html = isActive
    ? withEarlyText('', { text: pieceMark(0), pieces: [lines], replaces: true, isAtEnd: false }).html
    : fragment;
  return { kind: 'html', source, html };
}

function imagePiece(file: File): Promise<EarlyPiece> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve({ kind: 'image', html: `<img src="${String(reader.result)}" alt="">` }),
    );
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** What is pasted or dropped: a line of text, or pieces, of which images have to be read first. */
export function readTransfer(data: DataTransfer): string | readonly (EarlyPiece | Promise<EarlyPiece>)[] {
  const images = [...data.files].filter(({ type }) => IMAGE.test(type));
  const source = data.getData('text/html');
  const text = data.getData('text/plain');
  if (source !== '') return [htmlPiece(source, text)];
  if (images.length && (text === '' || text.startsWith('file:'))) return images.map(imagePiece);
  return /[\r\n]/.test(text) ? [{ kind: 'lines', text }] : text;
}

function insert(editor: Editor, part: EarlyPiece | readonly string[]) {
  if (!('kind' in part)) {
    part.forEach((line, index) => {
      if (index) editor.execCommand('mceInsertNewLine', false, undefined, KEEP_FOCUS);
      if (line !== '') editor.insertContent(lineToHtml(line));
    });
  } else if (part.kind === 'lines') {
    editor.execCommand('mceInsertClipboardContent', false, { text: part.text }, KEEP_FOCUS);
  } else if (part.kind === 'html') {
    // The editor cleans it as it cleans every paste.
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', part.source);
    editor.dispatch('paste', new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  } else editor.insertContent(part.html);
}

/** What is done in the editor when it is ready. */
export interface Replay {
  readonly text: string;
  /** Position of the caret in `text`. */
  readonly caret: number;
  readonly pieces: readonly EarlyPiece[];
  readonly replaces: boolean;
  readonly selectsAll: boolean;
  /** Where the text is inserted; a point is in px relative to the shown text. */
  readonly place: 'start' | 'end' | { readonly x: number; readonly y: number };
}

/** Does in the editor, as one step that can be undone, what the user did before it was ready. */
export function replay(editor: Editor, { text, caret, pieces, replaces, selectsAll, place }: Replay): void {
  const { selection } = editor;
  if (place === 'end') {
    selection.select(editor.getBody(), true);
    selection.collapse(false);
  } else if (place !== 'start') selection.placeCaretAt(place.x, place.y);
  if (text !== '' || replaces) {
    editor.undoManager.transact(() => {
      if (replaces) {
        editor.execCommand('SelectAll', false, undefined, KEEP_FOCUS);
        editor.execCommand('Delete', false, undefined, KEEP_FOCUS);
      }
      for (const part of earlyParts(text.slice(0, caret), pieces)) insert(editor, part);
      if (caret === text.length) return;
      const bookmark = selection.getBookmark();
      for (const part of earlyParts(text.slice(caret), pieces)) insert(editor, part);
      selection.moveToBookmark(bookmark);
    });
  }
  if (selectsAll) editor.execCommand('SelectAll', false, undefined, KEEP_FOCUS);
}
