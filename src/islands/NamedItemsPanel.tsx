import { useStore } from '@nanostores/react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { FileButton } from '#components/elements/FileButton.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { LineAction } from '#components/elements/LineAction.tsx';
import { EmptyState } from '#components/feedback/EmptyState.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
import type { ItemOwner, Named } from '#domain/collections/named-items.ts';
import type { NamedItems } from '#stores/factories/create-named-items.ts';

export interface ItemWords {
  readonly title: string;
  readonly one: string;
  readonly use: string;
  /** After `Use NAME`: what the default is for; undefined if none is used by itself. */
  readonly always?: string;
  readonly empty: string;
}

interface RenameProps {
  readonly name: string;
  readonly isTaken: (name: string) => boolean;
  readonly words: ItemWords;
  readonly onDone: (name: string | undefined) => void;
}

/** Types another name in place of a line; Escape keeps the old one. */
function Rename({ name, isTaken, words, onDone }: RenameProps) {
  const [text, setText] = useState(name);
  const label = text.trim();
  const error = isTaken(label) ? `Another ${words.one} has this name.` : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    // React passes it on to a form around the panel.
    event.stopPropagation();
    if (label && !error) onDone(label === name ? undefined : label);
  }
  return (
    <form
      className="flex grow items-start gap-1"
      autoComplete="off"
      noValidate
      data-keeps-escape=""
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone(undefined);
      }}
    >
      <TextInput
        autoFocus
        className="grow"
        label={`Name of the ${words.one}`}
        value={text}
        onChange={setText}
        error={error}
      />
      <Button className="mt-6" type="submit" disabled={!label || error !== undefined}>
        Rename
      </Button>
    </form>
  );
}

export interface NamedItemsPanelProps<Content extends object> {
  readonly items: NamedItems<Content>;
  readonly collection: ItemOwner;
  readonly words: ItemWords;
  readonly onUse: (item: Named<Content>) => void;
  readonly onClose: () => void;
  readonly note?: (item: Named<Content>) => string | undefined;
  readonly children?: ReactNode;
}

/** What is kept by name for a collection: to use, rename and delete, to choose a default, to export and import. */
export function NamedItemsPanel<Content extends object>(props: NamedItemsPanelProps<Content>) {
  const { items, collection, words, onUse, onClose, note } = props;
  const known = items.of(collection, useStore(items.$items));
  const [renamed, setRenamed] = useState<string>();
  const close = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);

  useFocusAfterRemoval(known.length, () => close.current);

  function finish({ id }: Named<Content>, at: number, name: string | undefined) {
    if (name !== undefined) items.change(id, { name });
    setRenamed(undefined);
    const line = () => list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
    requestAnimationFrame(() => (line() ?? list.current?.children[at])?.querySelector('button')?.focus());
  }
  function renderLine(item: Named<Content>, at: number) {
    const { id, name, isDefault } = item;
    if (renamed === id)
      return (
        <Rename
          name={name}
          words={words}
          isTaken={(label) => known.some((one) => one.name === label && one.id !== id)}
          onDone={(label) => finish(item, at, label)}
        />
      );
    const below = [isDefault && `Used ${words.always}`, note?.(item)].filter(Boolean).join(' · ');
    return (
      <>
        <span className="min-w-0 grow [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
          {below && <span className="block text-dense text-muted">{below}</span>}
        </span>
        <Button aria-label={`${words.use} ${name}`} onClick={() => onUse(item)}>
          {words.use}
        </Button>
        {words.always && (
          <IconButton
            icon={isDefault ? 'icon-[ri--star-fill]' : 'icon-[ri--star-line]'}
            label={`Use ${name} ${words.always}`}
            tooltip={isDefault ? `No longer use ${words.always}` : `Use ${words.always}`}
            tooltipSide="left"
            aria-pressed={isDefault}
            onClick={() => items.setDefault(collection, item, !isDefault)}
          />
        )}
        <LineAction verb="Rename" name={name} icon="icon-[ri--pencil-line]" onClick={() => setRenamed(id)} />
        <LineAction
          verb="Delete"
          name={name}
          icon="icon-[ri--delete-bin-7-line]"
          onClick={() => void items.remove(item)}
        />
      </>
    );
  }
  return (
    <OverlayPanel
      variant="centered"
      size="md"
      title={
        <>
          {words.title}
          {words.always && (
            <>
              {' '}
              of <bdi>{collection.name}</bdi>
            </>
          )}
        </>
      }
      onRequestClose={onClose}
      footerAside={
        <>
          <FileButton
            label="Import"
            accept=".json,application/json"
            onFile={(file) => void items.importTo(collection, file)}
          />
          <Button
            icon="icon-[ri--download-line]"
            disabled={!known.length}
            onClick={() => items.exportOf(collection)}
          >
            Export
          </Button>
        </>
      }
      footer={
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      }
    >
      {props.children}
      {known.length ? (
        <ul ref={list} className="divide-y divide-base-300" aria-label={words.title}>
          {known.map((item, at) => (
            <li key={item.id} data-id={item.id} className="flex items-center gap-1 py-1">
              {renderLine(item, at)}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState text={words.empty} />
      )}
    </OverlayPanel>
  );
}
