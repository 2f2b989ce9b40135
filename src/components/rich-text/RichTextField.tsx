import type { Editor } from 'hugerte';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '#browser/connection.ts';
import { RING } from '#components/elements/control-class.ts';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { isComposing } from '#domain/app/is-composing.ts';
import { hurryEditor, loadEditor } from './load-editor.ts';
import type { RichTextProps } from './RichText.tsx';
import { ShownRichText } from './ShownRichText.tsx';

const RichText = lazyPart<RichTextProps>(loadEditor);

/** Prefetches the rich-text editor in idle times. */
export const fetchRichText = RichText.preload;

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
export type RichTextFieldProps = Omit<RichTextProps, 'onReady'>;

/**
 * A rich text, shown at once. The editor takes its place in an idle time, or as soon as possible when the text gets the
 * focus or the pointer comes over it. The focus and keys typed until then go to the editor.
 */
export function RichTextField(props: RichTextFieldProps) {
  const { value, label, invalid = false } = props;
  const text = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const waiting = useRef<Waiting>({ keys: [] });
  const [isNeeded, setIsNeeded] = useState(false);
  const [isReady, setIsReady] = useState(false);

  useEffect(() => {
    let cancel = () => {};
    let isMounted = true;
    void fetchRichText().then(() => {
      if (isMounted) cancel = whenIdle(() => setIsNeeded(true));
    });
    return () => {
      isMounted = false;
      cancel();
    };
  }, []);

  function need() {
    hurryEditor();
    setIsNeeded(true);
  }

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
          onPointerEnter={need}
          onPointerDown={({ clientX, clientY }) => {
            const box = frame.current?.getBoundingClientRect();
            if (box) waiting.current.point = { x: clientX - box.x, y: clientY - box.y };
          }}
          onKeyDown={onKeyDown}
        >
          {/* As high as the toolbar. */}
          <div className="h-[86px] shrink-0 border-b border-base-300 max-sm:h-[125px]" />
          <div ref={frame} className="min-h-0 grow">
            <ShownRichText html={value} label={label} />
          </div>
        </div>
      )}
      {isNeeded && <RichText {...props} onReady={takeOver} />}
    </div>
  );
}
