import { Fragment, memo } from 'react';
import { FIELD_ICONS } from '#components/elements/field-icons.ts';
import { countText } from '#domain/app/count-text.ts';
import { HEAD_HEIGHT, LINE_HEIGHT, TILE_WIDTH, type Tile } from '#domain/collections/schema/diagram.ts';
import { COLLECTION_ICONS } from '../CollectionLink.tsx';

/** How a tile stands out while a collection is selected: itself, its neighbours, all others. */
export type Mark = 'selected' | 'neighbour' | 'other';

const MARKS: Readonly<Record<Mark, string>> = {
  selected: 'border-primary outline-2 outline-primary',
  neighbour: 'border-primary',
  // Not transparent: its text would have too little contrast.
  other: 'border-base-300 text-muted',
};

export interface SchemaTileProps {
  readonly tile: Tile;
  readonly x: number;
  readonly y: number;
  /** Too small for fields: only the name is shown, in large letters. */
  readonly isFar: boolean;
  readonly mark: Mark | undefined;
  readonly isMatch: boolean;
  readonly isStop: boolean;
  /** How many relations lead to others, and how many to this one. */
  readonly out: number;
  readonly into: number;
}

function Lines({ tile }: { tile: Tile }) {
  return (
    <>
      {tile.lines.map(({ name, type }) => (
        <span key={name} className="flex items-center gap-1.5 px-2.5" style={{ height: LINE_HEIGHT }}>
          <span className={`${FIELD_ICONS[type]} size-3.5 shrink-0`} />
          <bdi className="truncate">{name}</bdi>
        </span>
      ))}
      {tile.hidden > 0 && (
        <span className="flex items-center px-2.5 text-xs text-muted" style={{ height: LINE_HEIGHT }}>
          +{tile.hidden} more
        </span>
      )}
    </>
  );
}

/** A collection in the diagram. Its events are those of the canvas. */
export const SchemaTile = memo(function SchemaTile(props: SchemaTileProps) {
  const { tile, x, y, isFar, mark, isMatch, isStop, out, into } = props;
  const { id, name, type, height } = tile;
  const fields = countText(tile.fields.length, 'field', 'fields');
  const summary = (
    <span className="sr-only">
      {type} collection, {fields}, {countText(out, 'relation', 'relations')} out, {into} in.
    </span>
  );
  return (
    <button
      type="button"
      data-tile={id}
      tabIndex={isStop ? 0 : -1}
      aria-current={mark === 'selected' || undefined}
      className={`absolute flex cursor-pointer [contain:strict] flex-col overflow-hidden rounded-box text-left text-dense ${isFar ? 'border-3' : 'border'} ${
        mark ? MARKS[mark] : 'border-line'
      } ${isMatch ? 'bg-selected' : 'bg-base-100'}`}
      style={{ left: x, top: y, width: TILE_WIDTH, height }}
    >
      {isFar ? (
        <>
          <bdi className="px-2 py-1 text-[1.875rem] leading-none font-semibold [overflow-wrap:anywhere]">
            {/* Lines end behind an underscore, rather than within a word. */}
            {name.split(/(?<=_)/).map((word, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name have no other key.
              <Fragment key={index}>
                {word}
                <wbr />
              </Fragment>
            ))}
          </bdi>
          {summary}
        </>
      ) : (
        <>
          <span
            className="flex shrink-0 items-center gap-1.5 border-b border-base-300 px-2.5"
            style={{ height: HEAD_HEIGHT - 1 }}
          >
            <span className={`${COLLECTION_ICONS[type]} size-4 shrink-0`} />
            <bdi className="grow truncate font-semibold">{name}</bdi>
            <span aria-hidden="true" className="text-xs text-muted">
              {type}
            </span>
          </span>
          {summary}
          <Lines tile={tile} />
        </>
      )}
    </button>
  );
});
