import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { idle } from '#browser/connection.ts';
import { PlainCode } from '#components/code/PlainCode.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Field } from '#components/form/Field.tsx';
import { begun, composition, useEditorSwap } from '#components/form/use-editor-swap.ts';
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

/** If it can't be fetched, the part offers to try again. */
async function loadWhenIdle(): Promise<typeof CodeEditor> {
  await CodeEditor.preload();
  await idle();
  return CodeEditor;
}

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
  const { swap, fetch } = useEditorSwap(plain, loadWhenIdle);

  const placeCaret = useEffectEvent(() => {
    if (caret === undefined) return;
    plain.current?.focus();
    plain.current?.setSelectionRange(caret, caret);
  });
  useLayoutEffect(() => placeCaret(), []);
  const fetchFirst = useEffectEvent(() => void fetch());
  useEffect(() => fetchFirst(), []);

  return (
    <Field label={field.name} icon={icon} required={field.required} error={error} aside={aside} help={help}>
      {(control) => (
        // The editor's minimum height, so that the layout does not shift when it is loaded.
        <div className="min-h-24">
          {swap ? (
            <swap.Editor
              {...(swap.selection && { selection: swap.selection })}
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
              {...composition}
              // With a caret, the user was typing when the field appeared.
              {...(caret !== undefined && begun)}
            />
          )}
        </div>
      )}
    </Field>
  );
}
