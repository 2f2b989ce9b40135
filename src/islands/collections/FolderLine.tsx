import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { isComposing } from '#domain/app/key-press.ts';
import type { SidebarRow } from '#domain/collections/folders.ts';
import { finishRename, toggleFolded } from '#stores/collections/folders.ts';

/** Types the name of a folder in its place. Enter and leaving keep it, Escape does not. */
function NameInput({ name, onDone }: { name: string; onDone: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <input
      ref={input}
      type="text"
      // As high as the line, which may be a compact one; the ring is inside, where nothing cuts it off.
      className="side-link input text-sm"
      style={{ height: 0, width: 'calc(100% - 0.75rem)', outlineOffset: -2 }}
      aria-label="Name of the folder"
      autoComplete="off"
      spellCheck={false}
      defaultValue={name}
      onBlur={({ currentTarget }) => finishRename(currentTarget.value)}
      onKeyDown={(event) => {
        const isEscape = event.key === 'Escape';
        if ((!isEscape && event.key !== 'Enter') || isComposing(event)) return;
        // Escape would also close the drawer.
        event.stopPropagation();
        event.preventDefault();
        finishRename(isEscape ? undefined : event.currentTarget.value);
        onDone();
      }}
    />
  );
}

interface Props {
  readonly row: Extract<SidebarRow, { kind: 'folder' }>;
  readonly isRenamed: boolean;
  /** All folders with matches are unfolded. */
  readonly isSearch: boolean;
  readonly menu: ReactNode;
  /** Returns the focus to this line. */
  readonly focus: () => void;
}

/** The line of a folder: a button that folds and unfolds it, as Left and Right do. */
export function FolderLine({ row, isRenamed, isSearch, menu, focus }: Props) {
  const { id, name, size, isFolded } = row;
  if (isRenamed) return <NameInput name={name} onDone={focus} />;
  const toggle = () => !isSearch && toggleFolded(id);

  function onKeyDown(event: KeyboardEvent) {
    if (isSearch || event.altKey || event.key !== (isFolded ? 'ArrowRight' : 'ArrowLeft')) return;
    event.preventDefault();
    toggle();
  }

  return (
    <div className="group relative flex">
      <button
        type="button"
        className="side-link flex-1 cursor-pointer pr-9"
        title={name}
        aria-expanded={!isFolded}
        aria-disabled={isSearch || undefined}
        onClick={toggle}
        onKeyDown={onKeyDown}
      >
        <span aria-hidden="true" className={`icon-[ri--arrow-${isFolded ? 'right' : 'down'}-s-line]`} />
        <span className="truncate">{name}</span>
        <span aria-hidden="true" className="text-xs text-muted tabular-nums">
          {size}
        </span>
        <span className="sr-only">{size === 1 ? '1 collection' : `${size} collections`}</span>
      </button>
      <div className="absolute inset-y-0 right-2.5 flex items-center">{menu}</div>
    </div>
  );
}
