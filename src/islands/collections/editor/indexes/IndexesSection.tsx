import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { indexErrors } from '#domain/collections/editor/errors.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { indexTexts } from '#domain/collections/editor/values.ts';
import { report } from '#stores/app/report.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';
import { IndexPopup } from './IndexPopup.tsx';

interface ChipProps {
  readonly sql: string;
  readonly tools: IndexTools | undefined;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onOpen: () => void;
}

/** One index, shown by its columns, with a bold 'Unique:' first; red with an error of the backend. */
function IndexChip({ sql, tools, error, disabled, onOpen }: ChipProps) {
  const isUnique = tools?.parseIndex(sql)?.unique ?? false;
  return (
    <button
      type="button"
      className={`inline-flex min-h-7 max-w-full cursor-pointer items-center gap-1 rounded-field border px-2 text-sm max-sm:min-h-10 ${error ? 'border-error/60 bg-error/10 text-error' : 'border-base-300 bg-base-200 hover:border-line'}`}
      data-tooltip={error}
      aria-invalid={error ? true : undefined}
      disabled={disabled}
      onClick={onOpen}
    >
      {error && <span aria-hidden="true" className="icon-[ri--error-warning-fill] size-4 shrink-0" />}
      {isUnique && <strong>Unique:</strong>}
      <span className="truncate">{tools ? tools.columnsText(sql) : sql}</span>
    </button>
  );
}

/** 'Unique constraints and indexes (N)'. */
export function IndexesSection({ editor }: { readonly editor: CollectionEditor }) {
  const values = useStore(editor.$values);
  const tools = useStore(editor.$tools);
  const errors = useSlice(editor.$errors, indexErrors);
  // The panel may close after the save, and the text in the popup would be lost.
  const isBusy = useStore(editor.$isBusy);
  const [edited, setEdited] = useState<number>();
  const texts = tools ? indexTexts(values, tools) : values.indexes.map(({ sql }) => sql);
  const add = useRef<HTMLButtonElement>(null);
  useFocusAfterRemoval(texts.length, () => add.current);

  async function open(position: number) {
    editor.freezePositions();
    try {
      await editor.loadTools();
      if (!editor.$isBusy.get()) setEdited(position);
    } catch (thrown) {
      report(thrown);
    }
  }

  return (
    <section aria-label="Unique constraints and indexes" className="mt-2 border-t border-base-300 pt-3">
      <h2 className="mb-2 font-medium">Unique constraints and indexes ({texts.length})</h2>
      <div className="flex flex-wrap gap-1.5">
        {texts.map((sql, position) => (
          <IndexChip
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies an index, also in the backend.
            key={position}
            sql={sql}
            tools={tools}
            error={errors[position]}
            disabled={isBusy}
            onOpen={() => void open(position)}
          />
        ))}
        <Button
          ref={add}
          variant="ghost"
          className="h-7"
          disabled={isBusy}
          onClick={() => void open(texts.length)}
        >
          + New index
        </Button>
      </div>
      {edited !== undefined && tools && (
        <IndexPopup
          editor={editor}
          tools={tools}
          position={edited}
          sql={texts[edited]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
