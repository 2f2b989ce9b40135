import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TextSelection } from '#components/code/ace.ts';
import type { CompletionSource } from '#components/code/completion-source.ts';
import type { FilterEditorProps } from '#components/code/FilterEditor.tsx';

/** Props of {@link FilterInput}. */
export interface FilterInputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  readonly label: string;
  readonly placeholder: string;
  readonly completions?: CompletionSource;
  /** A change of this number moves the focus into the field. */
  readonly focusSignal: number;
}

type Editor = ComponentType<FilterEditorProps>;

interface Swap {
  readonly Editor: Editor;
  /** Where the caret stood, when the field had the focus. */
  readonly selection: TextSelection | undefined;
}

const loadEditor = () => import('#components/code/FilterEditor.tsx');

/**
 * One line of filter text. It begins as a plain input; the first focus fetches the editor with
 * highlighting and autocomplete, which takes over text, caret and focus. Nothing typed meanwhile is lost,
 * and when the editor can't be fetched the plain input stays.
 */
export function FilterInput(props: FilterInputProps) {
  const { id, value, onChange, onSubmit, label, placeholder, completions, focusSignal } = props;
  const input = useRef<HTMLInputElement>(null);
  const loading = useRef(false);
  const [swap, setSwap] = useState<Swap>();

  useEffect(() => {
    if (focusSignal > 0) input.current?.focus();
  }, [focusSignal]);

  function swapTo(loaded: Editor) {
    const element = input.current;
    if (!element) return;
    const focused = document.activeElement === element;
    const start = element.selectionStart ?? element.value.length;
    const end = element.selectionEnd ?? start;
    // No key may come between the reading of the caret and the swap.
    flushSync(() => setSwap({ Editor: loaded, selection: focused ? { start, end } : undefined }));
  }

  async function load() {
    if (loading.current) return;
    loading.current = true;
    try {
      const { FilterEditor } = await loadEditor();
      const element = input.current;
      // An unfinished composition (accents, Chinese, Japanese) would be torn by the swap.
      if (!element?.hasAttribute('data-composing')) swapTo(FilterEditor);
      else element.addEventListener('compositionend', () => swapTo(FilterEditor), { once: true });
    } catch {
      // The next focus tries again.
      loading.current = false;
    }
  }

  // Focused before React took over the prerendered page, when nobody listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first moment is meant.
  useEffect(() => {
    if (input.current && document.activeElement === input.current) load();
  }, []);

  if (swap) {
    const { Editor, selection } = swap;
    return (
      <Editor
        value={value}
        onChange={onChange}
        onSubmit={onSubmit}
        label={label}
        placeholder={placeholder}
        completions={completions}
        selection={selection}
        focusSignal={focusSignal}
      />
    );
  }
  return (
    <input
      ref={input}
      id={id}
      type="text"
      value={value}
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className="h-full min-w-0 grow bg-transparent font-mono text-[13px] outline-none"
      onChange={(event) => onChange(event.target.value)}
      onFocus={load}
      onCompositionStart={(event) => event.currentTarget.setAttribute('data-composing', '')}
      onCompositionEnd={(event) => event.currentTarget.removeAttribute('data-composing')}
    />
  );
}
