import { useStore } from '@nanostores/react';
import { Fragment, memo, type ReactNode, useEffect, useRef } from 'react';
import { type Diagram, relationWords, type Tile } from '#domain/collections/schema/diagram.ts';
import { formatHash } from '#routing/hash.ts';
import { openEditorOrRecords } from '#stores/collections/editor/open.ts';
import { $jump, jumpTo } from '#stores/collections/schema/diagram.ts';
import { COLLECTION_ICONS } from '../CollectionLink.tsx';

function Jump({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a
      className="link [overflow-wrap:anywhere] max-sm:py-2.5"
      href={formatHash('schema', { collectionId: id })}
      // The address may be that of this entry already.
      onClick={() => jumpTo(id)}
    >
      <bdi>{children}</bdi>
    </a>
  );
}

function Relations({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (!children.length) return null;
  return (
    <div className="mt-1 pl-5.5">
      <p className="text-xs text-muted">{title}</p>
      <ul className="flex flex-col gap-0.5 max-sm:gap-5 max-sm:py-2">{children}</ul>
    </div>
  );
}

/** All fields with their types, those without room in the diagram too. */
function Fields({ tile: { fields } }: { tile: Tile }) {
  if (!fields.length) return null;
  return (
    <p className="mt-1 pl-5.5 [overflow-wrap:anywhere]">
      <span className="text-xs text-muted">Fields</span>
      {fields.map(({ name, type }, index) => (
        <Fragment key={name}>
          {index ? ', ' : ' '}
          <bdi>{name}</bdi>
          {` (${type})`}
        </Fragment>
      ))}
    </p>
  );
}

const Entry = memo(function Entry({ tile, diagram }: { tile: Tile; diagram: Diagram }) {
  const { id, name, type } = tile;
  return (
    <li className="border-b border-base-300 py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <h2 data-outline={id} tabIndex={-1} className="flex items-center gap-1.5 font-semibold">
        <span className={`${COLLECTION_ICONS[type]} size-4 shrink-0 text-muted`} aria-hidden="true" />
        <button
          type="button"
          className="min-w-0 cursor-pointer truncate hover:underline max-sm:min-h-10 max-sm:min-w-10"
          onClick={() => openEditorOrRecords(id)}
        >
          <bdi>{name}</bdi>
        </button>
        <span className="text-xs font-normal text-muted">{type}</span>
      </h2>
      <Fields tile={tile} />
      <Relations title="Refers to">
        {diagram.outOf(id).map((relation) => (
          <li key={relation.id}>
            <bdi>{relation.field}</bdi> → <Jump id={relation.to}>{diagram.tile(relation.to)?.name}</Jump>{' '}
            <span className="text-muted">({relationWords(relation)})</span>
          </li>
        ))}
      </Relations>
      <Relations title="Referred to by">
        {diagram.into(id).map((relation) => (
          <li key={relation.id}>
            <Jump id={relation.from}>{diagram.tile(relation.from)?.name}</Jump>.<bdi>{relation.field}</bdi>{' '}
            <span className="text-muted">({relationWords(relation)})</span>
          </li>
        ))}
      </Relations>
    </li>
  );
});

/** The schema as text: each collection with its fields, and its relations as links. */
export function SchemaOutline({ diagram }: { diagram: Diagram }) {
  const list = useRef<HTMLUListElement>(null);
  const jump = useStore($jump);
  useEffect(() => {
    const entry = jump && list.current?.querySelector<HTMLElement>(`[data-outline="${CSS.escape(jump.id)}"]`);
    entry?.scrollIntoView({ block: 'start' });
    // The focus follows a link, but does not leave the search.
    if (list.current?.contains(document.activeElement)) entry?.focus({ preventScroll: true });
  }, [jump]);
  return (
    <ul ref={list} aria-label="Collections" className="min-h-0 flex-1 overflow-y-auto px-4">
      {diagram.tiles.map((tile) => (
        <Entry key={tile.id} tile={tile} diagram={diagram} />
      ))}
    </ul>
  );
}
