import {
  type ComponentProps,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { idle } from '#browser/connection.ts';
import { Button } from '#components/elements/Button.tsx';
import { RING } from '#components/elements/control-class.ts';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { Sign } from '#components/elements/Sign.tsx';
import { closeByProps, lazyPart } from '#components/feedback/lazy-part.tsx';
import { Field } from '#components/form/Field.tsx';
import { begun, composition, useEditorSwap } from '#components/form/use-editor-swap.ts';
import { parseHtml } from '#components/rich-text/parse-html.ts';
import type { InsertImage } from '#components/rich-text/RichText.tsx';
import { RichTextField } from '#components/rich-text/RichTextField.tsx';
import { checkJson, loneNumberNotice, textOf } from '#domain/field-types/form-value.ts';
import { activeContent, activeText } from '#domain/records/rich-text/active-content.ts';
import { backendOrigins } from '#stores/records/files.ts';
import { type FieldProps, fieldOptions } from './simple-fields.tsx';

/** Lines of the smallest and the largest field, as of `CodeEditor`. */
const [MIN_LINES, MAX_LINES] = [4, 24];

const linesOf = (text: string) =>
  Math.min(MAX_LINES, Math.max(MIN_LINES, text.split('\n', MAX_LINES).length));

interface PlainCodeProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A plain field for code that looks like `CodeEditor`, which takes its place once it is loaded. */
function PlainCode({ value, onChange, ...rest }: PlainCodeProps) {
  return (
    <textarea
      {...rest}
      rows={linesOf(value)}
      spellCheck={false}
      autoComplete="off"
      data-plain-code=""
      value={value}
      className={`textarea ${RING} field-sizing-content block max-h-[31rem] min-h-24 w-full resize-none px-2 py-1.5 font-mono text-dense leading-5 break-all aria-invalid:textarea-error`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const CodeEditor = lazyPart(
  async () => {
    const { CodeEditor } = await import('#components/code/CodeEditor.tsx');
    return { default: CodeEditor };
  },
  // As high as four lines of the editor.
  { fallback: <div className="h-24 rounded-field border border-line" /> },
);

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
  readonly aside?: ReactNode;
  readonly help?: ReactNode;
  /** The field gets the focus when it appears, with the caret there. */
  readonly caret?: number | undefined;
}

function SourceField(props: SourceFieldProps) {
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

const STATES = {
  valid: { text: 'Valid JSON', icon: 'icon-[ri--checkbox-circle-line] text-success' },
  invalid: { text: 'Invalid JSON', icon: 'icon-[ri--error-warning-line] text-error' },
} as const;

/** JSON, with an icon that shows whether it is valid. */
export function JsonField(props: FieldProps) {
  const text = textOf(props.value);
  // Parsing a large document must not delay the next key press.
  const checked = useDeferredValue(text);
  const state = useMemo(() => STATES[checkJson(checked).isValid ? 'valid' : 'invalid'], [checked]);
  return (
    <SourceField
      {...props}
      icon={FIELD_ICONS.json}
      language="json"
      help={loneNumberNotice(text)}
      aside={<Sign label={state.text} data-tooltip-side="left" className={`block size-4 ${state.icon}`} />}
    />
  );
}

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

/** A text that the editor would change or must not show is edited as source, so that opening changes no record. */
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
            stripOrigins={
              field.field?.type === 'editor' && field.field.stripsDomain ? backendOrigins() : undefined
            }
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
