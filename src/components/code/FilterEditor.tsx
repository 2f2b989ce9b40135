import type { Ace } from 'ace-builds';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isComposing } from '#domain/app/key-press.ts';
import { bindValue, createEditor, createFilterMode, focusAt, type TextSelection } from './ace.ts';
import { acceptSuggestion, completerOf, offerCompletions } from './ace-completions.ts';
import { type CompletionSource, completionsOf } from './completion-source.ts';

export interface FilterEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  readonly label: string;
  readonly placeholder: string;
  readonly completions?: CompletionSource;
  readonly selection?: TextSelection;
  /** Changing this number moves the focus into the editor. */
  readonly focusSignal: number;
}

const LINE = {
  minLines: 1,
  maxLines: 1,
  showGutter: false,
  wrap: false,
  behavioursEnabled: false,
  wrapBehavioursEnabled: false,
  highlightSelectedWord: false,
} as const;

/** One line: Enter submits unless a suggestion is selected; Tab accepts the first one, or leaves the editor. */
export function FilterEditor(props: FilterEditorProps) {
  const { value, label, placeholder, selection, focusSignal } = props;
  const host = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Ace.Editor>(null);
  const showValue = useRef<(value: string) => void>(null);
  const firstSignal = useRef(focusSignal);

  const completionsFor = useEffectEvent((prefix: string) => completionsOf(props.completions, prefix));
  const submit = useEffectEvent(() => props.onSubmit());
  const change = useEffectEvent((text: string) => props.onChange(text));

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; later changes are applied below.
  useLayoutEffect(() => {
    if (!host.current) return;
    const editor = createEditor(host.current, { value, label, placeholder, options: LINE });
    editorRef.current = editor;
    editor.session.setMode(createFilterMode());
    offerCompletions(editor, label, (prefix) => completionsFor(prefix));
    editor.commands.removeCommand('indent');
    editor.commands.removeCommand('outdent');
    editor.commands.addCommand({
      name: 'submit',
      bindKey: 'Enter|Shift-Enter|Ctrl-Enter|Command-Enter',
      exec: () => {
        completerOf(editor)?.detach();
        submit();
      },
    });
    editor.on('paste', (event) => {
      event.text = event.text.replace(/\s*[\r\n]+\s*/g, ' ');
    });
    showValue.current = bindValue(editor, (text) => change(text));
    if (selection) focusAt(editor, selection);
    return () => editor.destroy();
  }, []);

  // A layout effect: a normal effect could run after the next key press.
  useLayoutEffect(() => showValue.current?.(value), [value]);

  useEffect(() => {
    if (focusSignal !== firstSignal.current) editorRef.current?.focus();
    firstSignal.current = focusSignal;
  }, [focusSignal]);

  return (
    <div
      className="min-w-0 grow self-center"
      onKeyDownCapture={(event) => {
        const editor = editorRef.current;
        if (isComposing(event)) return;
        if (event.key !== 'Tab' || event.shiftKey || !editor || !acceptSuggestion(editor)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div ref={host} className="h-5 w-full" />
    </div>
  );
}
