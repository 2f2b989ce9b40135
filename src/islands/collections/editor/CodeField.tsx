import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { TextSelection } from '#components/code/ace.ts';
import type { CodeEditorProps } from '#components/code/CodeEditor.tsx';
import { RING } from '#components/elements/control-class.ts';
import { FieldNote, InfoIcon } from '#components/form/Field.tsx';

type Editor = ComponentType<CodeEditorProps>;

/** Known from the second field on, which then needs no plain one first. */
let loaded: Editor | undefined;

/** Text lines of the plain field and the editor, in px, with the frame around them. */
const heightOf = (lines: number) => `${lines * 20 + 14}px`;

interface Swap {
  readonly Editor?: Editor;
  /** It came after the plain field, which took the focus if it was to; where that is now is for the user to say. */
  readonly isLate: boolean;
  /** Where the caret stood, when the plain field had the focus. */
  readonly selection?: TextSelection;
}

/** Fetches the editor; it waits until an input method has finished composing in the plain field. */
function useEditor(plain: RefObject<HTMLTextAreaElement | null>): Swap {
  const [state, setState] = useState<Swap>(() => ({ ...(loaded && { Editor: loaded }), isLate: false }));
  const hasEditor = state.Editor !== undefined;
  useEffect(() => {
    // Not `loaded`: it may have come since this field was rendered.
    if (hasEditor) return;
    let isMounted = true;
    const swap = (Editor: Editor) => {
      const area = plain.current;
      if (!isMounted || !area) return;
      const hadFocus = document.activeElement === area;
      const selection = { start: area.selectionStart, end: area.selectionEnd };
      // In one go: a key that is pressed between the two fields would be lost.
      flushSync(() => setState({ Editor, isLate: true, ...(hadFocus && { selection }) }));
    };
    import('#components/code/CodeEditor.tsx').then(
      ({ CodeEditor }) => {
        loaded = CodeEditor;
        const element = plain.current;
        if (!element?.hasAttribute('data-composing')) swap(CodeEditor);
        else element.addEventListener('compositionend', () => swap(CodeEditor), { once: true });
      },
      () => {
        // The plain field stays: without colours the text can still be edited.
      },
    );
    return () => {
      isMounted = false;
    };
  }, [plain, hasEditor]);
  return state;
}

function PlainField(props: CodeEditorProps & { readonly area: RefObject<HTMLTextAreaElement | null> }) {
  const {
    area,
    value,
    onChange,
    label,
    placeholder,
    invalid,
    describedBy,
    minLines = 4,
    focusOnMount,
  } = props;
  useEffect(() => {
    if (focusOnMount) area.current?.focus();
  }, [area, focusOnMount]);
  return (
    <textarea
      ref={area}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      placeholder={placeholder}
      spellCheck={false}
      className={`textarea ${RING} min-h-0 w-full resize-none px-2 py-1.5 font-mono text-[13px] leading-5 ${invalid ? 'textarea-error' : ''}`}
      style={{ height: heightOf(minLines) }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onCompositionStart={(event) => event.currentTarget.setAttribute('data-composing', '')}
      onCompositionEnd={(event) => event.currentTarget.removeAttribute('data-composing')}
    />
  );
}

/** Props of {@link CodeField}. */
export interface CodeFieldProps
  extends Omit<CodeEditorProps, 'invalid' | 'describedBy' | 'focusOnMount' | 'selection'> {
  /** Shown above; the label when missing. */
  readonly title?: ReactNode;
  readonly required?: boolean;
  readonly info?: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  /** Takes the focus as soon as it is there. */
  readonly autoFocus?: boolean;
}

/** Code with label, help and error. The editor is fetched with the first of them; until then it is plain. */
export function CodeField(props: CodeFieldProps) {
  const { title, required, info, help, error, aside, autoFocus = false, ...rest } = props;
  const noteId = useId();
  const plain = useRef<HTMLTextAreaElement>(null);
  const { Editor, isLate, selection } = useEditor(plain);
  const editor: CodeEditorProps = {
    ...rest,
    invalid: error !== undefined,
    describedBy: noteId,
    focusOnMount: autoFocus && !isLate,
    ...(selection && { selection }),
  };
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-h-6 items-center gap-1.5 text-sm">
        <span
          className={`min-w-0 truncate font-medium ${error ? 'text-error' : ''} ${required ? "after:ml-0.5 after:text-error after:content-['*'_/_'']" : ''}`}
        >
          {title ?? rest.label}
        </span>
        {info && <InfoIcon text={info} />}
        {aside && <span className="ml-auto shrink-0">{aside}</span>}
      </div>
      {Editor ? <Editor {...editor} /> : <PlainField {...editor} area={plain} />}
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  );
}
