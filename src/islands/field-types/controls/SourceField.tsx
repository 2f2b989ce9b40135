import type { ReactNode } from 'react';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Field } from '#components/form/Field.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import type { FieldProps } from './field-props.ts';

const CodeEditor = lazyPart(
  async () => {
    const { CodeEditor } = await import('#components/code/CodeEditor.tsx');
    return { default: CodeEditor };
  },
  // As high as four lines of the editor.
  { fallback: <div className="h-24 rounded-field border border-base-content/20" /> },
);

/** Prefetches the code editor. */
export const fetchCodeEditor = CodeEditor.preload;

/** Props of {@link SourceField}. */
export interface SourceFieldProps extends FieldProps {
  readonly icon: string;
  readonly language: 'json' | 'html';
  /** Shown to the right of the label. */
  readonly aside?: ReactNode;
  readonly help?: ReactNode;
}

/** A value that is edited as code. The editor is fetched when the first such field is shown. */
export function SourceField(props: SourceFieldProps) {
  const { field, value, error, onChange, icon, language, aside, help } = props;
  return (
    <Field label={field.name} icon={icon} required={field.required} error={error} aside={aside} help={help}>
      {(control) => (
        // The editor's minimum height, so that the layout does not shift when it is loaded.
        <div className="min-h-24">
          <CodeEditor
            value={textOf(value)}
            onChange={onChange}
            language={language}
            label={field.name}
            invalid={control['aria-invalid']}
            describedBy={control['aria-describedby']}
          />
        </div>
      )}
    </Field>
  );
}
