import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '#browser/connection.ts';
import type { TextSelection } from '#components/code/ace.ts';
import { PlainCode } from '#components/code/PlainCode.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Field } from '#components/form/Field.tsx';
import { beginning, selectionOf } from '#components/form/use-editor-swap.ts';
import { textOf } from '#domain/field-types/form-value.ts';
import type { FieldProps } from './field-props.ts';

const CodeEditor = lazyPart(
  async () => {
    const { CodeEditor } = await import('#components/code/CodeEditor.tsx');
    return { default: CodeEditor };
  },
  // As high as four lines of the editor.
  { fallback: <div className="h-24 rounded-field border border-line" /> },
);

/** Prefetches the code editor. */
export const fetchCodeEditor = CodeEditor.preload;

export interface SourceFieldProps extends FieldProps {
  readonly icon: string;
  readonly language: 'json' | 'html';
  /** Shown to the right of the label. */
  readonly aside?: ReactNode;
  readonly help?: ReactNode;
  /** The field gets the focus when it appears, with the caret there. */
  readonly caret?: number | undefined;
}

/**
 * A value that is edited as code: in a plain field at first, which the editor replaces in an idle time, with the caret
 * where it was.
 */
export function SourceField(props: SourceFieldProps) {
  const { field, value, error, onChange, icon, language, aside, help, caret } = props;
  const plain = useRef<HTMLTextAreaElement>(null);
  // Replacing the field would end the composition of an input method.
  const [isComposing, setIsComposing] = useState(false);
  /** Undefined while the plain field is shown; with a selection if that had the focus. */
  const [editor, setEditor] = useState<{ readonly selection?: TextSelection }>();

  const replace = useEffectEvent(() => {
    const selection = selectionOf(plain.current);
    // With a caret, the user was typing when the field appeared.
    const isEditing = selection?.isEditing || caret !== undefined;
    // Synchronous: by a later render the user may have typed, or moved on, and would be taken back.
    flushSync(() => setEditor(selection ? { selection: { ...selection, isEditing } } : {}));
  });

  const placeCaret = useEffectEvent(() => {
    if (caret === undefined) return;
    plain.current?.focus();
    plain.current?.setSelectionRange(caret, caret);
  });
  useLayoutEffect(() => placeCaret(), []);

  useEffect(() => {
    if (isComposing) return;
    let cancel = () => {};
    let isMounted = true;
    // If it can't be fetched, the part offers to try again.
    void CodeEditor.preload().then(() => {
      if (isMounted) cancel = whenIdle(() => replace());
    });
    return () => {
      isMounted = false;
      cancel();
    };
  }, [isComposing]);

  return (
    <Field label={field.name} icon={icon} required={field.required} error={error} aside={aside} help={help}>
      {(control) => (
        // The editor's minimum height, so that the layout does not shift when it is loaded.
        <div className="min-h-24">
          {editor ? (
            <CodeEditor
              {...editor}
              value={textOf(value)}
              onChange={onChange}
              language={language}
              label={field.name}
              invalid={control['aria-invalid']}
              describedBy={control['aria-describedby']}
            />
          ) : (
            <PlainCode
              {...control}
              ref={plain}
              aria-label={field.name}
              value={textOf(value)}
              onChange={onChange}
              {...beginning}
              onCompositionStart={() => setIsComposing(true)}
              onCompositionEnd={() => setIsComposing(false)}
            />
          )}
        </div>
      )}
    </Field>
  );
}
