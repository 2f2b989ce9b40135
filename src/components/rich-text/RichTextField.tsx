import type { Editor } from 'hugerte';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RING } from '#components/elements/control-class.ts';
import { Spinner } from '#components/elements/Spinner.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { isComposing } from '#domain/app/is-composing.ts';
import { fetchEditor } from './load-editor.ts';
import type { RichTextProps } from './RichText.tsx';
import { ShownRichText } from './ShownRichText.tsx';

const RichText = lazyPart<RichTextProps>(() => import('./RichText.tsx'));

/** How long the pointer rests on the text until the editor is wanted, in ms: passing over it is no wish to edit. */
const REST_MS = 150;

/** What the user did while the editor was not ready. */
interface Waiting {
  /** Typed characters, and `Enter` for a new paragraph. */
  keys: string[];
  /** Where the text was pressed, in px relative to it. */
  point?: { readonly x: number; readonly y: number };
}

/** Does in the editor what the user did before it was ready. */
function replay(editor: Editor, { keys, point }: Waiting, hasFocus: boolean) {
  if (hasFocus) editor.focus();
  if (hasFocus && point) editor.selection.placeCaretAt(point.x, point.y);
  if (!keys.length) return;
  editor.undoManager.transact(() => {
    for (const key of keys) {
      if (key === 'Enter') editor.execCommand('mceInsertNewLine');
      else editor.insertContent(editor.dom.encode(key));
    }
  });
}

/** Props of {@link RichTextField}. */
export interface RichTextFieldProps extends Omit<RichTextProps, 'onReady'> {
  /** The editor is wanted at once. */
  readonly isWanted: boolean;
}

/**
 * A rich text, shown at once. The editor takes its place when the text gets the focus or the pointer rests on it: running
 * its code is one long task, which would hold up those who came for another field. The focus and keys typed until then
 * go to the editor.
 */
export function RichTextField(props: RichTextFieldProps) {
  const { isWanted, ...editorProps } = props;
  const { value, label, invalid = false } = editorProps;
  const text = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const waiting = useRef<Waiting>({ keys: [] });
  const [isNeeded, setIsNeeded] = useState(isWanted);
  const [isReady, setIsReady] = useState(false);

  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    fetchEditor();
    return () => clearTimeout(resting.current);
  }, []);

  const need = () => setIsNeeded(true);

  function onKeyDown(event: KeyboardEvent) {
    const { keys } = waiting.current;
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    if (event.key === 'Backspace') keys.pop();
    else if (event.key === 'Enter' || event.key.length === 1) keys.push(event.key);
    else return;
    event.preventDefault();
  }

  function takeOver(editor: Editor) {
    const hasFocus = text.current?.contains(document.activeElement) ?? false;
    // The editor is visible now, and gets the focus before the text loses it.
    replay(editor, waiting.current, hasFocus);
    flushSync(() => setIsReady(true));
  }

  return (
    <div className="relative min-h-60" data-rich-text-editor="" aria-busy={!isReady}>
      {!isReady && (
        <div
          ref={text}
          role="group"
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus moves on to the editor.
          tabIndex={0}
          data-rich-text-shown=""
          className={`${RING} flex max-h-[640px] min-h-60 cursor-text flex-col overflow-hidden rounded-field border ${invalid ? 'border-error' : 'border-base-content/20'}`}
          onFocus={need}
          onPointerEnter={() => {
            resting.current = setTimeout(need, REST_MS);
          }}
          onPointerLeave={() => clearTimeout(resting.current)}
          onPointerDown={({ clientX, clientY }) => {
            const box = frame.current?.getBoundingClientRect();
            if (box) waiting.current.point = { x: clientX - box.x, y: clientY - box.y };
          }}
          onKeyDown={onKeyDown}
        >
          {/* As high as the toolbar. */}
          <div className="grid h-[86px] shrink-0 place-items-center border-b border-base-300 text-muted max-sm:h-[125px]">
            {isNeeded ? <Spinner label="Loading editor..." /> : 'Click the text to edit it'}
          </div>
          <div ref={frame} className="min-h-0 grow">
            {/* A frame costs a document, even for no text. */}
            {value !== '' && <ShownRichText html={value} label={label} />}
          </div>
        </div>
      )}
      {isNeeded && <RichText {...editorProps} onReady={takeOver} />}
    </div>
  );
}
