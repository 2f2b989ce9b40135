import type { Editor } from 'hugerte';
import {
  type InputEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { richTextDocument } from '#browser/rich-text-files.ts';
import { Spinner } from '#components/elements/Button.tsx';
import { RING } from '#components/elements/control-class.ts';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import type { ControlProps } from '#components/form/Field.tsx';
import { beginEditing } from '#components/hooks/editing.ts';
import { isComposing, latinKey } from '#domain/app/key-press.ts';
import { activeContent, activeText } from '#domain/records/rich-text/active-content.ts';
import {
  type EarlyPiece,
  earlyParts,
  lineToHtml,
  pieceMark,
  withEarlyText,
} from '#domain/records/rich-text/early-text.ts';
import { isRichTextDocument } from './is-rich-text-document.ts';
import { fetchEditor } from './load-editor.ts';
import { parseHtml } from './parse-html.ts';
import type { RichTextProps } from './RichText.tsx';

const FOCUSABLE = 'a, area, audio, video, summary, [tabindex], [contenteditable]';

/** A text without active content, in the document of the editor: it requests nothing but images and media. */
function ShownRichText({ html, label }: { readonly html: string; readonly label: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = useEffectEvent(() => {
    const view = frame.current?.contentDocument;
    if (!frame.current || !isRichTextDocument(view)) return;
    view.documentElement.dataset['theme'] = document.documentElement.dataset['theme'];
    view.body.innerHTML = html;
    for (const element of view.querySelectorAll<HTMLElement>(FOCUSABLE)) element.tabIndex = -1;
    fitHeight();
  });
  const fitHeight = useEffectEvent(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (frame.current && root) frame.current.style.height = `${root.offsetHeight}px`;
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const stop = new AbortController();
    element.addEventListener(
      'load',
      () => {
        // Another page must not look like the text.
        element.hidden = !isRichTextDocument(element.contentDocument);
        show();
        // Images that arrive later.
        element.contentDocument?.addEventListener('load', () => fitHeight(), {
          capture: true,
          signal: stop.signal,
        });
      },
      { signal: stop.signal },
    );
    element.src = new URL(richTextDocument(), document.baseURI).href;
    const themes = new MutationObserver(() => show());
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      stop.abort();
      themes.disconnect();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame follows the text.
  useEffect(() => show(), [html]);

  return <iframe ref={frame} title={label} tabIndex={-1} className="pointer-events-none block w-full" />;
}

const IMAGE = /^image\/(?:bmp|gif|jpeg|png|webp)$/;

/** The editor's commands would move the focus. */
const KEEP_FOCUS = { skip_focus: true };

/** Whether the stored text is selected together with the entered text, or was replaced by it. */
type Scope = 'entered' | 'all' | 'replaced';

/** Keys that move the caret; the group matches those that move it backwards. */
const MOVES = /^(?:(ArrowLeft|ArrowUp|Home|PageUp)|ArrowRight|ArrowDown|End|PageDown)$/;

interface EarlyInputProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  readonly control: ControlProps;
  readonly className: string;
  readonly scope: Scope;
  /** Called before a key does what it does; `place` is where the caret moves to in the stored text. */
  readonly onScope: (scope: Scope, place?: 'start' | 'end') => void;
  readonly onInput: () => void;
  readonly onComposing: (isComposing: boolean) => void;
}

/** Takes what is typed, composed or dictated before the editor is ready: a text field knows every way to enter text. */
function EarlyInput(props: EarlyInputProps) {
  const { ref, control, className, scope, onScope, onInput, onComposing } = props;
  /** The text when all was selected: undoing back to it brings the stored text back. */
  const before = useRef('');

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event) || event.altKey) return;
    const { key, ctrlKey, metaKey } = event;
    const { value } = event.currentTarget;
    const isEmpty = value === '';
    if (ctrlKey || metaKey) {
      const letter = latinKey(event);
      if (letter === 'a' && scope === 'entered') {
        before.current = value;
        onScope('all');
      }
      if (letter === 'z' && scope === 'replaced' && value === before.current) {
        event.preventDefault();
        onScope('entered');
      }
    }
    if (scope === 'all' && isEmpty && (key === 'Backspace' || key === 'Delete')) onScope('replaced');
    // A move ends the selection, and with Ctrl or Cmd it goes to one end of the whole text.
    if (scope === 'all' ? !event.shiftKey : isEmpty && (ctrlKey || metaKey)) {
      const move = MOVES.exec(key);
      if (move) onScope('entered', move[1] ? 'start' : 'end');
    }
  }

  function enter({ currentTarget, nativeEvent }: InputEvent<HTMLTextAreaElement>) {
    const isUndone = nativeEvent.inputType === 'historyUndo' && currentTarget.value === before.current;
    if (scope === 'all') onScope('replaced');
    else if (scope === 'replaced' && isUndone) onScope('entered');
    else onInput();
  }

  return (
    <textarea
      ref={ref}
      {...control}
      autoComplete="off"
      className={`resize-none px-3 py-2.5 text-sm leading-5 outline-none ${className}`}
      onKeyDown={onKeyDown}
      onInput={enter}
      onCut={(event) => {
        // The stored text would be deleted without being on the clipboard.
        if (scope === 'all') event.preventDefault();
      }}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={() => onComposing(false)}
    />
  );
}

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
function readTransfer(data: DataTransfer): string | readonly (EarlyPiece | Promise<EarlyPiece>)[] {
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

interface Replay {
  readonly text: string;
  readonly caret: number;
  readonly pieces: readonly EarlyPiece[];
  readonly replaces: boolean;
  readonly selectsAll: boolean;
  /** Where the text is inserted; a point is in px relative to the shown text. */
  readonly place: 'start' | 'end' | { readonly x: number; readonly y: number };
}

/** Does in the editor, as one step that can be undone, what the user did before it was ready. */
function replay(editor: Editor, { text, caret, pieces, replaces, selectsAll, place }: Replay): void {
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

const RichText = lazyPart(() => import('./RichText.tsx'));

/** How long the pointer rests on the text until the editor is wanted, in ms: passing over it is no wish to edit. */
const REST_MS = 150;

/** The text field lies invisibly over the stored text, and above it once it has text. */
const UNUSED = 'pointer-events-none absolute inset-x-0 top-0 z-10 min-h-10 opacity-0';
const USED = 'field-sizing-content max-h-[31rem] min-h-10 shrink-0 border-b border-base-300';

/** In place of an image until it is read. */
const UNREAD: EarlyPiece = { kind: 'image', html: '' };

type Outcome = { readonly editor: Editor } | { readonly refuse: (caret?: number) => void };

export interface RichTextFieldProps
  extends Omit<RichTextProps, 'invalid' | 'onReady' | 'onUnsupported' | 'onFailed'> {
  readonly control: ControlProps;
  readonly isWanted: boolean;
  /** As of the editor. `caret` is where the user's next text belongs in the value, if the field had the focus. */
  readonly onUnsupported: (part: string, caret?: number) => void;
  readonly onFailed: (caret?: number) => void;
}

function useTimer() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    start: (task: () => void, ms?: number) => {
      timer.current = setTimeout(task, ms);
    },
    stop,
  };
}

function useComposing() {
  const [isComposing, setIsComposing] = useState(false);
  const ending = useTimer();
  function onComposing(next: boolean) {
    ending.stop();
    if (next) setIsComposing(true);
    // The key that ends a composition may begin the next one.
    else ending.start(() => setIsComposing(false));
  }

  return { isComposing, onComposing };
}

type AreaRef = RefObject<HTMLTextAreaElement | null>;

function useTransfers(area: AreaRef) {
  const pieces = useRef<EarlyPiece[]>([]);
  const [reading, setReading] = useState(0);

  function onTransfer(event: SyntheticEvent, data: DataTransfer) {
    event.preventDefault();
    area.current?.focus();
    const read = readTransfer(data);
    if (typeof read === 'string') {
      if (read !== '') document.execCommand('insertText', false, read);
      return;
    }
    const marks = read.map((piece) => {
      const index = pieces.current.push(UNREAD) - 1;
      if (piece instanceof Promise) {
        setReading((count) => count + 1);
        const done = () => setReading((count) => count - 1);
        piece
          .then((image) => {
            pieces.current[index] = image;
          })
          .then(done, done);
      } else pieces.current[index] = piece;
      return pieceMark(index);
    });
    document.execCommand('insertText', false, marks.join(''));
  }

  return { pieces, isReading: reading > 0, onTransfer };
}

interface EarlyValue extends Pick<RichTextProps, 'value' | 'onChange'> {
  readonly area: AreaRef;
  readonly pieces: RefObject<EarlyPiece[]>;
  readonly place: RefObject<Replay['place']>;
}

function useEarlyValue({ value, onChange, area, pieces, place }: EarlyValue) {
  const [scope, setScope] = useState<Scope>('entered');
  const [told, setTold] = useState<{ readonly html: string; readonly stored: string }>();
  const stored = told?.html === value ? told.stored : value;

  const earlyText = (replaces = scope === 'replaced') =>
    withEarlyText(stored, {
      text: area.current?.value ?? '',
      pieces: pieces.current,
      replaces,
      isAtEnd: place.current === 'end',
    });
  const report = (nextScope = scope) => {
    const { html } = earlyText(nextScope === 'replaced');
    setTold({ html, stored });
    if (html !== value) onChange(html);
  };
  const changeScope = (next: Scope, caret?: 'start' | 'end') => {
    setScope(next);
    if (caret) place.current = caret;
    report(next);
  };

  return {
    stored,
    scope,
    setScope,
    changeScope,
    text: earlyText,
    report,
    isTold: told !== undefined,
    hasText: told !== undefined && told.html !== stored,
  };
}

/** Presses of the labels of the text field go to the editor from now on. */
function leadLabels(area: HTMLTextAreaElement | null, editor: Editor): void {
  for (const element of area?.labels ?? []) {
    element.onclick = () => {
      if (!editor.removed) editor.focus();
    };
  }
}

interface Entered extends Pick<Replay, 'pieces' | 'place'> {
  readonly scope: Scope;
  readonly stored: string;
}

function replayOf(area: HTMLTextAreaElement | null, { scope, stored, pieces, place }: Entered): Replay {
  const { value: text = '', selectionStart = 0, selectionEnd = 0 } = area ?? {};
  const isAllEntered = text !== '' && selectionStart === 0 && selectionEnd === text.length;
  return {
    text,
    caret: selectionEnd,
    pieces,
    replaces: scope === 'replaced',
    selectsAll: scope === 'all' || (isAllEntered && (scope === 'replaced' || stored === '')),
    place,
  };
}

/** As high as the toolbar that is to come. */
function ToolbarSpace({ isLoading }: { readonly isLoading: boolean }) {
  return (
    <div className="grid h-[86px] shrink-0 place-items-center border-b border-base-300 text-muted max-sm:h-[125px] max-xs:h-[203px]">
      {isLoading ? <Spinner label="Loading editor..." /> : 'Click the text to edit it'}
    </div>
  );
}

/** The editor, whose code is one long task, comes when the text is used; what is entered until then is in the value. */
export function RichTextField(props: RichTextFieldProps) {
  const { control, isWanted, ...editorProps } = props;
  const { value, label, onChange } = editorProps;
  const invalid = control['aria-invalid'] ?? false;
  const text = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const place = useRef<Replay['place']>('start');
  const hasChanged = useRef(false);
  const resting = useTimer();
  const { isComposing, onComposing } = useComposing();
  const [isNeeded, setIsNeeded] = useState(isWanted);
  const [isReady, setIsReady] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const { pieces, isReading, onTransfer } = useTransfers(area);
  const early = useEarlyValue({ value, onChange, area, pieces, place });
  const { stored, scope, setScope, report } = early;
  const reportRead = useEffectEvent(() => {
    if (early.isTold && !isReady) report();
  });

  const settle = useEffectEvent((settled: Outcome) => {
    if (isReady) return;
    const hasFocus = text.current?.contains(document.activeElement) ?? false;
    if ('refuse' in settled) settled.refuse(hasFocus ? early.text().caret : undefined);
    else takeOver(settled.editor, hasFocus);
  });

  useEffect(() => fetchEditor(), []);
  useLayoutEffect(() => {
    if (outcome && !isComposing && !isReading) settle(outcome);
  }, [outcome, isComposing, isReading]);
  useEffect(() => {
    if (!isReading) reportRead();
  }, [isReading]);

  const need = () => setIsNeeded(true);

  function takeOver(editor: Editor, hasFocus: boolean) {
    const entered = replayOf(area.current, { scope, stored, pieces: pieces.current, place: place.current });
    leadLabels(area.current, editor);
    // The editor is visible now, and gets the focus before the text loses it.
    if (hasFocus) {
      editor.focus();
      if (typeof place.current !== 'string') beginEditing(editor.getContainer());
    }
    hasChanged.current = false;
    replay(editor, entered);
    if (!hasChanged.current && stored !== value) onChange(stored);
    setIsReady(true);
  }

  const isEmpty = stored === '' || scope === 'replaced';
  return (
    <div className="relative min-h-60 max-xs:min-h-76" data-rich-text-editor="" aria-busy={!isReady}>
      {!isReady && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the text field in it takes the keys.
        <div
          ref={text}
          data-rich-text-shown=""
          className={`${RING} flex max-h-[640px] min-h-60 max-xs:min-h-76 cursor-text flex-col overflow-hidden rounded-field border has-focus-visible:outline-2 has-focus-visible:outline-primary ${outcome ? 'absolute inset-0 z-10 bg-base-100' : ''} ${invalid ? 'border-error' : 'border-line'}`}
          onFocus={need}
          onPointerEnter={() => resting.start(need, REST_MS)}
          onPointerLeave={resting.stop}
          onPointerDown={({ clientX, clientY, target }) => {
            if (target === area.current) return;
            const box = frame.current?.getBoundingClientRect();
            if (box) place.current = { x: clientX - box.x, y: clientY - box.y };
            if (scope === 'all') setScope('entered');
          }}
          onMouseDown={(event) => {
            if (event.target === area.current) return;
            event.preventDefault();
            area.current?.focus();
          }}
          onPaste={(event) => onTransfer(event, event.clipboardData)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => onTransfer(event, event.dataTransfer)}
        >
          <ToolbarSpace isLoading={isNeeded} />
          <div
            ref={frame}
            className={`relative flex min-h-0 grow flex-col ${scope === 'all' ? 'bg-selected' : ''}`}
          >
            <EarlyInput
              ref={area}
              control={control}
              className={isEmpty ? 'grow' : early.hasText ? USED : UNUSED}
              scope={scope}
              onScope={early.changeScope}
              onInput={() => report()}
              onComposing={onComposing}
            />
            {/* A frame costs a document, even for no text. */}
            {!isEmpty && <ShownRichText html={stored} label={label} />}
          </div>
        </div>
      )}
      {isNeeded && (
        <RichText
          {...editorProps}
          invalid={invalid}
          value={isReady ? value : stored}
          onChange={(next) => {
            hasChanged.current = true;
            onChange(next);
          }}
          onReady={(editor) => setOutcome((known) => known ?? { editor })}
          onUnsupported={(part) =>
            isReady
              ? props.onUnsupported(part)
              : setOutcome({ refuse: (caret) => props.onUnsupported(part, caret) })
          }
          onFailed={() => setOutcome({ refuse: (caret) => props.onFailed(caret) })}
        />
      )}
    </div>
  );
}
