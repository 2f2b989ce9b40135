import type { Ace } from 'ace-builds';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { RING } from '#components/elements/control-class.ts';
import { beginEditing, EDITING_HINT, editingKey, endEditing } from '#components/hooks/editing.ts';
import { isComposing } from '#domain/app/key-press.ts';
import { bindValue, createEditor, createFilterMode, focusAt, type TextSelection } from './ace.ts';
import { isSuggesting, offerCompletions } from './ace-completions.ts';
import { type CompletionSource, completionsOf } from './completion-source.ts';
import 'ace-builds/src-noconflict/mode-json';
import 'ace-builds/src-noconflict/mode-sql';

export interface CodeEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: 'json' | 'sql' | 'html' | 'filter' | 'text';
  readonly label: string;
  readonly placeholder?: string;
  readonly completions?: CompletionSource;
  readonly minLines?: number;
  readonly maxLines?: number;
  readonly readOnly?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  /** Ctrl+Enter was pressed, on a Mac also Command+Enter; `selected` is '' without a selection. */
  readonly onRun?: (selected: string) => void;
  /** Focuses the editor on mount, with the caret at the end. */
  readonly focusOnMount?: boolean;
  /** Focuses the editor on mount with this selection, taken from the plain field it replaces. */
  readonly selection?: TextSelection;
}

async function setLanguage(
  editor: Ace.Editor,
  language: CodeEditorProps['language'],
  isCurrent: () => boolean,
) {
  // The HTML mode includes the modes for scripts and styles, so it is loaded only when needed.
  if (language === 'html') await import('ace-builds/src-noconflict/mode-html');
  if (!isCurrent()) return;
  if (language === 'filter') editor.session.setMode(createFilterMode());
  else editor.session.setMode(`ace/mode/${language}`);
}

/** Tab passes through the editor until Enter, a press or typing begins editing, which Escape ends. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, language, label, placeholder, minLines = 4, maxLines = 24, readOnly = false } = props;
  const { invalid = false, describedBy } = props;
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Ace.Editor>(null);
  const showValue = useRef<(value: string) => void>(null);
  const hasCompletions = props.completions !== undefined;

  const completionsFor = useEffectEvent((prefix: string) => completionsOf(props.completions, prefix));
  const run = useEffectEvent((selected: string) => props.onRun?.(selected));
  const change = useEffectEvent((text: string) => props.onChange(text));

  function begin() {
    if (!readOnly && frame.current) beginEditing(frame.current);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const editor = editorRef.current;
    // A read-only text takes no Tab, and Escape closes the list of suggestions first.
    if (!editor || readOnly || isComposing(event) || isSuggesting(editor)) return;
    const done = editingKey(event.currentTarget, event);
    if (done) event.stopPropagation();
    if (done === 'used') event.preventDefault();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; later changes are applied below.
  useLayoutEffect(() => {
    if (!host.current) return;
    const options = { minLines, maxLines, showGutter: false, wrap: true, readOnly };
    const editor = createEditor(host.current, { value, label, placeholder, options });
    editorRef.current = editor;
    if (hasCompletions) offerCompletions(editor, label, (prefix) => completionsFor(prefix));
    if (props.onRun)
      editor.commands.addCommand({
        name: 'run',
        bindKey: { win: 'Ctrl-Enter', mac: 'Command-Enter|Ctrl-Enter' },
        exec: (one: Ace.Editor) => run(one.getSelectedText()),
      });
    showValue.current = bindValue(editor, (text) => {
      begin();
      change(text);
    });
    if (props.selection) {
      focusAt(editor, props.selection);
      if (props.selection.isEditing) begin();
    } else if (props.focusOnMount) {
      editor.navigateFileEnd();
      editor.focus();
    }
    return () => {
      editorRef.current = null;
      showValue.current = null;
      editor.destroy();
    };
  }, []);

  useEffect(() => {
    const editor = editorRef.current;
    if (!editor) return;
    setLanguage(editor, language, () => editorRef.current === editor).catch(() => {
      // The text can still be edited without highlighting.
    });
  }, [language]);

  // A layout effect: a normal effect could run after the next key press.
  useLayoutEffect(() => showValue.current?.(value), [value]);

  useEffect(() => {
    editorRef.current?.setReadOnly(readOnly);
  }, [readOnly]);

  useEffect(() => {
    const area = editorRef.current?.textInput.getElement();
    if (!area) return;
    area.setAttribute('aria-describedby', [hintId, describedBy].filter(Boolean).join(' '));
    if (invalid) area.setAttribute('aria-invalid', 'true');
    else area.removeAttribute('aria-invalid');
  }, [invalid, describedBy, hintId]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the text area in it takes the keys.
    <div
      ref={frame}
      onKeyDownCapture={onKeyDown}
      onPointerDown={begin}
      onBlur={({ currentTarget, target }) => {
        // Not when the whole window loses the focus.
        if (document.activeElement !== target) endEditing(currentTarget);
      }}
      className={`textarea ${RING} h-auto min-h-0 w-full px-2 py-1.5 ${invalid ? 'textarea-error' : ''}`}
    >
      <div ref={host} className="w-full" />
      <span id={hintId} className="sr-only">
        {EDITING_HINT}
      </span>
    </div>
  );
}
