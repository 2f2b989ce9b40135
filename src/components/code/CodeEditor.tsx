import type { Ace } from 'ace-builds';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { RING } from '#components/elements/control-class.ts';
import { ace, createEditor, focusAt, type TextSelection, tieValue } from './ace.ts';
import { isSuggesting, offer } from './ace-completions.ts';
import { createFilterMode } from './ace-filter-mode.ts';
import { type CompletionSource, completionsOf } from './completion-source.ts';
import 'ace-builds/src-noconflict/mode-json';
import 'ace-builds/src-noconflict/mode-sql';

/** Props of {@link CodeEditor}. */
export interface CodeEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly language: 'json' | 'sql' | 'html' | 'filter' | 'text';
  /** Accessible name. */
  readonly label: string;
  readonly placeholder?: string;
  readonly completions?: CompletionSource;
  readonly minLines?: number;
  readonly maxLines?: number;
  readonly readOnly?: boolean;
  /** Marks the field as wrong. */
  readonly invalid?: boolean;
  /** Ids of help or error texts. */
  readonly describedBy?: string;
  /** Takes the focus at once, with the caret at the end. */
  readonly focusOnMount?: boolean;
  /** Takes the focus at once, with this selection: of the plain field whose place the editor takes. */
  readonly selection?: TextSelection;
  /** A change of this number moves the focus into the editor. */
  readonly focusSignal?: number;
  readonly className?: string;
}

async function setLanguage(
  editor: Ace.Editor,
  language: CodeEditorProps['language'],
  isCurrent: () => boolean,
) {
  // HTML brings the modes for scripts and styles along, so it is only fetched when it is asked for.
  if (language === 'html') await import('ace-builds/src-noconflict/mode-html');
  if (!isCurrent()) return;
  if (language === 'filter') editor.session.setMode(createFilterMode(ace));
  else editor.session.setMode(`ace/mode/${language}`);
}

/**
 * Several lines of code, styled like the other fields. Tab indents. Escape moves the focus to the frame, from
 * where Tab leaves the editor; screen readers announce this.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { value, language, label, placeholder, minLines = 4, maxLines = 24, readOnly = false } = props;
  const { invalid = false, describedBy, focusSignal = 0, className = '' } = props;
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Ace.Editor>(null);
  const show = useRef<(value: string) => void>(null);
  const firstSignal = useRef(focusSignal);
  const hasCompletions = props.completions !== undefined;

  const completionsFor = useEffectEvent((prefix: string) => completionsOf(props.completions, prefix));
  const change = useEffectEvent((text: string) => props.onChange(text));

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, later changes are applied below.
  useLayoutEffect(() => {
    if (!host.current) return;
    const options = { minLines, maxLines, showGutter: false, wrap: true, readOnly };
    const editor = createEditor(host.current, { value, label, placeholder, options });
    editorRef.current = editor;
    if (hasCompletions) offer(editor, label, (prefix) => completionsFor(prefix));
    editor.commands.addCommand({
      name: 'leave',
      bindKey: 'Esc',
      readOnly: true,
      exec: () => {
        const around = frame.current;
        if (isSuggesting(editor) || !around) return false;
        // The next Tab must not lead straight back in, so the field is none of its stops until then.
        const area = editor.textInput.getElement();
        area.tabIndex = -1;
        around.addEventListener('blur', () => area.removeAttribute('tabindex'), { once: true });
        around.focus();
        return true;
      },
    });
    show.current = tieValue(editor, (text) => change(text));
    if (props.selection) focusAt(editor, props.selection);
    else if (props.focusOnMount) {
      editor.navigateFileEnd();
      editor.focus();
    }
    return () => {
      editorRef.current = null;
      show.current = null;
      editor.destroy();
    };
  }, []);

  useEffect(() => {
    const editor = editorRef.current;
    if (!editor) return;
    setLanguage(editor, language, () => editorRef.current === editor).catch(() => {
      // Without its colours the text can still be edited.
    });
  }, [language]);

  // At once: a later moment could be after the next key.
  useLayoutEffect(() => show.current?.(value), [value]);

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

  useEffect(() => {
    if (focusSignal !== firstSignal.current) editorRef.current?.focus();
    firstSignal.current = focusSignal;
  }, [focusSignal]);

  return (
    <div
      ref={frame}
      tabIndex={-1}
      className={`textarea ${RING} h-auto min-h-0 w-full px-2 py-1.5 ${invalid ? 'textarea-error' : ''} ${className}`}
    >
      <div ref={host} className="w-full" />
      <span id={hintId} className="sr-only">
        Tab indents. Press Escape, then Tab, to leave the editor.
      </span>
    </div>
  );
}
