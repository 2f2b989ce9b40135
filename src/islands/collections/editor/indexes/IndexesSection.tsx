import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { Toggle } from '#components/form/ChoiceField.tsx';
import { CodeField } from '#components/form/CodeField.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import { indexErrors } from '#domain/collections/editor/errors.ts';
import { isNeededIndex } from '#domain/collections/editor/indexes.ts';
import { randomIndexName } from '#domain/collections/editor/names.ts';
import { indexTexts, removeIndex, setIndex } from '#domain/collections/editor/values.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { indexColumns } from '#stores/collections/editor/completions.ts';
import type { CollectionEditor } from '#stores/collections/editor/editor.ts';
import { useSlice } from '../use-slice.ts';

interface PresetsProps {
  readonly names: readonly string[];
  readonly used: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

function Presets({ names, used, onToggle }: PresetsProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="float-left mr-1.5 text-sm text-muted">Presets</legend>
      {names.map((name) => {
        const isUsed = used.has(foldName(name));
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isUsed}
            className={`min-h-6 max-w-full cursor-pointer truncate rounded-field border px-2 text-sm max-sm:min-h-10 ${isUsed ? 'border-primary bg-selected' : 'border-base-300 bg-base-200 hover:border-line'}`}
            onClick={() => onToggle(name)}
          >
            {name}
          </button>
        );
      })}
    </fieldset>
  );
}

interface IndexPopupProps {
  readonly editor: CollectionEditor;
  readonly tools: IndexTools;
  readonly position: number;
  /** The current statement; undefined for a new index. */
  readonly sql: string | undefined;
  readonly onClose: () => void;
}

/** Edits the statement of one index; 'Set index' applies the changes. */
function IndexPopup({ editor, tools, position, sql: saved, onClose }: IndexPopupProps) {
  const names = useSlice(editor.$values, indexColumns);
  const [initial] = useState(() => saved ?? tools.newIndex(editor.$values.get().name, randomIndexName()));
  const [sql, setSql] = useState(initial);
  const parsed = tools.parseIndex(sql);
  const used = new Set(parsed?.columns.map(({ name }) => foldName(name)));
  const isNeeded = useSlice(editor.$values, (values) => isNeededIndex(values, position, tools));

  function set() {
    editor.edit((values) => setIndex(values, position, sql.trim()), `indexes.${position}`);
    onClose();
  }

  /** Asks before discarding a changed statement: except by 'Cancel', the popup may be closed by accident. */
  async function closeAfterQuestion() {
    if (sql === initial || (await confirm(DISCARD_QUESTION))) onClose();
  }

  function remove() {
    // Clears all messages: those of later indexes would move to other indexes.
    editor.edit((values) => removeIndex(values, position), 'indexes');
    onClose();
  }

  return (
    <OverlayPanel
      variant="centered"
      title={saved === undefined ? 'Create index' : 'Update index'}
      onRequestClose={() => void closeAfterQuestion()}
      footerAside={
        saved !== undefined &&
        !isNeeded && <IconButton icon="icon-[ri--delete-bin-7-line]" label="Delete" onClick={remove} />
      }
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!parsed?.columns.length} onClick={set}>
            Set index
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        {isNeeded && (
          <p className="text-sm text-muted">
            The backend needs this index, and would make it again: it can’t be removed.
          </p>
        )}
        <Toggle
          label="Unique"
          checked={parsed?.unique ?? false}
          disabled={!parsed}
          onChange={(on) => setSql(tools.setUnique(sql, on))}
        />
        <CodeField
          label="Index statement"
          title="SQL"
          language="sql"
          minLines={6}
          placeholder={`eg. CREATE INDEX idx_test on ${editor.$values.get().name || 'posts'} (created)`}
          completions={names}
          error={editor.indexProblem(position, sql)}
          value={sql}
          onChange={setSql}
        />
        <Presets names={names} used={used} onToggle={(name) => setSql(tools.toggleColumn(sql, name))} />
      </div>
    </OverlayPanel>
  );
}

interface ChipProps {
  readonly sql: string;
  readonly tools: IndexTools | undefined;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onOpen: () => void;
}

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
      {error && <span aria-hidden="true" className="icon-[ri--error-warning-line] size-4 shrink-0" />}
      {isUnique && <strong>Unique:</strong>}
      <span className="truncate">{tools ? tools.columnsText(sql) : sql}</span>
    </button>
  );
}

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
