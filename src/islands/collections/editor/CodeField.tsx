import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import type { CodeEditorProps } from '#components/code/CodeEditor.tsx';
import { REQUIRED_MARK, RING } from '#components/elements/control-class.ts';
import { FieldNote, InfoIcon } from '#components/form/Field.tsx';
import { composition, useEditorSwap } from '#components/form/use-editor-swap.ts';

/** Known from the second field on, which then needs no plain one first. */
let loaded: ComponentType<CodeEditorProps> | undefined;

async function loadEditor(): Promise<ComponentType<CodeEditorProps>> {
  const { CodeEditor } = await import('#components/code/CodeEditor.tsx');
  loaded = CodeEditor;
  return CodeEditor;
}

/** Text lines of the plain field and the editor, in px, with the frame around them. */
const heightOf = (lines: number) => `${lines * 20 + 14}px`;

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
      {...composition}
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
  // Not `loaded` itself: it may have come since this field was rendered.
  const [AtOnce] = useState(() => loaded);
  const { swap, fetch } = useEditorSwap(plain, loadEditor);
  const Editor = AtOnce ?? swap?.Editor;
  const editor: CodeEditorProps = {
    ...rest,
    invalid: error !== undefined,
    describedBy: noteId,
    // The plain field took the focus if it was to; where that is now is for the user to say.
    focusOnMount: autoFocus && !swap,
    ...(swap?.selection && { selection: swap.selection }),
  };
  const fetchFirst = useEffectEvent(() => {
    if (!AtOnce) void fetch();
  });
  useEffect(() => fetchFirst(), []);
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-h-6 items-center gap-1.5 text-sm">
        <span
          className={`min-w-0 truncate font-medium ${error ? 'text-error' : ''} ${required ? REQUIRED_MARK : ''}`}
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
