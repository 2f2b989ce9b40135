import { useState } from 'react';
import { backendUrl } from '#browser/backends.ts';
import { textOf } from '#domain/field-types/form-value.ts';
import { markdownHtml } from '#domain/field-types/markdown.ts';
import PreviewRichText from '../previews/PreviewRichText.tsx';
import { type FieldProps, TextField } from './simple-fields.tsx';

/** A text that is marked as Markdown. The preview takes the place of the input and changes nothing. */
export default function MarkdownField(props: FieldProps) {
  const { field, value, error } = props;
  const [wantsPreview, setPreview] = useState(false);
  // A message is about what is typed.
  const isPreview = wantsPreview && !error;
  const text = textOf(value);
  return (
    <>
      <TextField
        {...props}
        hidden={isPreview}
        aside={
          <button
            type="button"
            className="inline-flex h-6 cursor-pointer items-center rounded-field px-1.5 text-xs font-medium text-muted hover:bg-tint aria-pressed:bg-tint-strong aria-pressed:text-primary max-sm:-my-2 max-sm:h-10"
            aria-label={`Preview ${field.name} as Markdown`}
            aria-pressed={isPreview}
            onClick={() => setPreview(!isPreview)}
          >
            Preview
          </button>
        }
      />
      {isPreview && (
        <div className="-mt-3 mb-3 rounded-field border border-line px-3 py-2">
          {text.trim() ? (
            <PreviewRichText html={markdownHtml(text, new URL(backendUrl(), document.baseURI).href)} />
          ) : (
            <p className="text-muted">Nothing to preview.</p>
          )}
        </div>
      )}
    </>
  );
}
