import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '#components/elements/announce.ts';
import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { Field } from '#components/form/Field.tsx';
import { useFocusInList } from '#components/hooks/use-focus-in-list.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { addFiles, hasRoom } from '#domain/field-types/file-value.ts';
import { type FormValue, filesOf } from '#domain/field-types/form-value.ts';
import { NewFiles } from '../files/NewFiles.tsx';
import { StoredFiles } from '../files/StoredFiles.tsx';
import { type FieldProps, fieldOptions } from './field-props.ts';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** The dropped or pasted files, and the names of folders. They look like files but can't be read, so every save would fail. */
function filesIn({ items }: DataTransfer): readonly [readonly File[], readonly string[]] {
  const folders = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry?.isDirectory);
  const files = [...items].flatMap((item) =>
    item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? []),
  );
  return [files, folders.map((entry) => entry?.name ?? '')];
}

/** The stored files, and the new ones that the next save uploads. */
export function FileField(props: FieldProps) {
  const { field, value, onChange, panel } = props;
  const picker = useRef<HTMLInputElement>(null);
  const group = useRef<HTMLFieldSetElement>(null);
  const [isOver, setIsOver] = useState(false);
  const files = filesOf(value);
  useFocusInList(group, '[data-new-file]', files.added.length);
  const canAdd = hasRoom(files, field.max);
  // Said until the value changes.
  const [left, setLeft] = useState<{ readonly of: FormValue; readonly text: string }>();

  function add(added: readonly File[], folders: readonly string[] = []) {
    const { value: next, leftOut } = addFiles(files, added, field);
    const noFolders = folders.length && `Left out, because a folder is no file: ${folders.join(', ')}.`;
    const text = [leftOut, noFolders].filter(Boolean).join('\n');
    setLeft({ of: next === files ? value : next, text });
    if (text) announce(text);
    if (next !== files) onChange(next);
  }

  function onDrop(event: DragEvent) {
    setIsOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    add(...filesIn(event.dataTransfer));
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData } = event;
    if (!clipboardData?.types.includes('Files') || !group.current?.contains(document.activeElement)) return;
    event.preventDefault();
    add(...filesIn(clipboardData));
  });
  // Without a text caret, browsers do not send the event to the element with the focus.
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  return (
    <Field
      {...fieldOptions(props, 'file')}
      help={field.max > 1 ? `Up to ${field.max} files.` : undefined}
      below={
        left?.text &&
        left.of === value && (
          <Callout kind="warning" className="mt-1 text-sm whitespace-pre-line [overflow-wrap:anywhere]">
            {left.text}
          </Callout>
        )
      }
    >
      {(control) => (
        <fieldset
          ref={group}
          aria-label={field.name}
          data-invalid={control['aria-invalid'] ? '' : undefined}
          className={`flex min-w-0 flex-col gap-1 rounded-field border p-1.5 ${control['aria-invalid'] ? 'border-error' : 'border-line'} ${isOver ? (canAdd ? 'outline-2 outline-primary' : 'cursor-not-allowed bg-base-200') : ''}`}
          onDragOver={(event) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = canAdd ? 'copy' : 'none';
            setIsOver(true);
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={onDrop}
        >
          <StoredFiles field={field} files={files} onChange={onChange} panel={panel} />
          <NewFiles name={field.name} files={files} onChange={onChange} />
          <input
            ref={picker}
            type="file"
            className="hidden"
            aria-label={`New file of ${field.name}`}
            tabIndex={-1}
            multiple={field.max > 1}
            accept={valuesOf(field.field?.options['mimeTypes']).join(',') || undefined}
            onChange={({ target }) => {
              add([...(target.files ?? [])]);
              // Without this, a removed file could not be chosen again.
              target.value = '';
            }}
          />
          <Button
            aria-describedby={control['aria-describedby']}
            variant="ghost"
            className="w-full"
            icon="icon-[ri--upload-cloud-line]"
            // Browsers would take the focus from it after the last file.
            aria-disabled={!canAdd || undefined}
            onClick={() => picker.current?.click()}
          >
            Upload new file
          </Button>
        </fieldset>
      )}
    </Field>
  );
}
