import { useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { closeByProps, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Field } from '#components/form/Field.tsx';
import { parseHtml } from '#components/rich-text/parse-html.ts';
import type { InsertImage } from '#components/rich-text/RichText.tsx';
import { RichTextField } from '#components/rich-text/RichTextField.tsx';
import { textOf } from '#domain/field-types/form-value.ts';
import { activeContent } from '#domain/records/rich-text/active-content.ts';
import { activeText } from '#domain/records/rich-text/active-text.ts';
import { backendOrigins } from '#stores/records/files.ts';
import { type FieldProps, fieldOptions } from './field-props.ts';
import { SourceField } from './SourceField.tsx';

const FilePickerDialog = lazyPart(() => import('../file-picker/FilePickerDialog.tsx'), {
  onClose: closeByProps,
});

/** How the text is edited; `reason` explains why the source is shown if the user did not request it. */
type Mode =
  | { readonly kind: 'rich'; readonly isChosen?: boolean }
  | { readonly kind: 'source'; readonly reason?: string; readonly caret?: number | undefined };

function modeFor(html: string, isChosen = false): Mode {
  const active = activeText(html) ?? activeContent(parseHtml(html));
  return active === undefined
    ? { kind: 'rich', isChosen }
    : {
        kind: 'source',
        reason: `Shown as source: the text contains ${active}, which the editor does not keep.`,
      };
}

/**
 * Rich text. A text that the editor would change or must not show is edited as HTML source instead, so that
 * opening a record never changes it.
 */
export function EditorField(props: FieldProps) {
  const { field, onChange } = props;
  const value = textOf(props.value);
  const [mode, setMode] = useState<Mode>(() => modeFor(value));
  const [insertImage, setInsertImage] = useState<InsertImage>();
  const [lastValue, setLastValue] = useState(value);
  const change = (next: string) => {
    setLastValue(next);
    onChange(next);
  };
  if (lastValue !== value) {
    // The value was changed from outside and may need the other mode.
    setLastValue(value);
    setMode(modeFor(value));
  }

  if (mode.kind === 'source') {
    return (
      <SourceField
        {...props}
        icon={FIELD_ICONS.editor}
        language="html"
        help={mode.reason}
        caret={mode.caret}
        onChange={(next) => change(textOf(next))}
        aside={
          <Button
            variant="ghost"
            className="h-6 px-2 text-xs max-sm:h-10"
            onClick={() => setMode(modeFor(value, true))}
          >
            Rich text
          </Button>
        }
      />
    );
  }
  return (
    <Field {...fieldOptions(props, 'editor')}>
      {(control) => (
        <>
          <RichTextField
            value={value}
            onChange={change}
            label={field.name}
            control={control}
            isWanted={mode.isChosen ?? false}
            stripOrigins={field.field?.options['convertUrls'] === true ? backendOrigins() : undefined}
            onUnsupported={(part, caret) =>
              setMode({ kind: 'source', reason: `Shown as source: the editor would change ${part}.`, caret })
            }
            onFailed={(caret) =>
              setMode({ kind: 'source', reason: 'Shown as source: the editor could not be loaded.', caret })
            }
            onShowSource={() => setMode({ kind: 'source' })}
            onPickImage={(insert) => setInsertImage(() => insert)}
          />
          {insertImage && (
            <FilePickerDialog
              title="Select an image"
              onlyImages
              onPick={({ file, url }) => insertImage(url, file.name)}
              onClose={() => setInsertImage(undefined)}
            />
          )}
        </>
      )}
    </Field>
  );
}
