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
import { FieldNote, InfoIcon } from './Field.tsx';
import { composition, useEditorSwap } from './use-editor-swap.ts';

/** Loaded by the first field. Later fields use it at once and need no plain field. */
let loaded: ComponentType<CodeEditorProps> | undefined;

async function loadEditor(): Promise<ComponentType<CodeEditorProps>> {
  const { CodeEditor } = await import('#components/code/CodeEditor.tsx');
  loaded = CodeEditor;
  return CodeEditor;
}

/** Height in px of that many text lines with the frame around them, in the plain field and the editor. */
const heightOf = (lines: number) => `${lines * 20 + 14}px`;

function PlainField(props: CodeEditorProps & { readonly area: RefObject<HTMLTextAreaElement | null> }) {
  const { area, value, onChange, onRun, label, placeholder, invalid } = props;
  const { describedBy, minLines = 4, focusOnMount } = props;
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
      className={`textarea ${RING} min-h-0 w-full resize-none px-2 py-1.5 font-mono text-dense leading-5 ${invalid ? 'textarea-error' : ''}`}
      style={{ height: heightOf(minLines) }}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (!onRun || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        onRun(value.slice(selectionStart, selectionEnd));
      }}
      {...composition}
    />
  );
}

export interface CodeFieldProps
  extends Omit<CodeEditorProps, 'invalid' | 'describedBy' | 'focusOnMount' | 'selection'> {
  readonly title?: ReactNode;
  readonly required?: boolean;
  readonly info?: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  readonly below?: ReactNode;
  readonly autoFocus?: boolean;
}

/** Code with label, help and error. The first field fetches the editor and shows a plain field until then. */
export function CodeField(props: CodeFieldProps) {
  const { title, required, info, help, error, aside, below, autoFocus = false, ...rest } = props;
  const noteId = useId();
  const plain = useRef<HTMLTextAreaElement>(null);
  // Not `loaded` itself: the editor may have been loaded since this field was first rendered.
  const [InitialEditor] = useState(() => loaded);
  const { swap, fetch } = useEditorSwap(plain, loadEditor);
  const Editor = InitialEditor ?? swap?.Editor;
  const editor: CodeEditorProps = {
    ...rest,
    invalid: error !== undefined,
    describedBy: noteId,
    // After a swap the plain field has already had the initial focus, and the user may have moved it.
    focusOnMount: autoFocus && !swap,
    ...(swap?.selection && { selection: swap.selection }),
  };
  const fetchFirst = useEffectEvent(() => {
    if (!InitialEditor) void fetch();
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
      {below}
      <FieldNote id={noteId} error={error} help={help} />
    </div>
  );
}
