import { memo, type PointerEvent, useState } from 'react';
import {
  type Diagram,
  type Relation,
  relationTitle,
  relationWords,
} from '#domain/collections/schema/diagram.ts';
import {
  type Course,
  courseOf,
  courseRect,
  doMeet,
  lineWidth,
  type Places,
  pathOf,
  type Rect,
  tileRect,
  tipOf,
} from '#domain/collections/schema/geometry.ts';

type Edge = Relation & { readonly course: Course };

/** A ring around a tile, of which the tile covers the inner half. */
const RING = 4;

const LABEL = 'fill-base-content stroke-base-200 [paint-order:stroke] [stroke-width:4px]';

/** The same on screen at any scale below 100 %. */
const labelSize = (scale: number) => 12 / Math.min(1, scale);

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGPathElement>): DOMPoint {
  const point = new DOMPoint(clientX, clientY);
  return point.matrixTransform(currentTarget.getScreenCTM()?.inverse());
}

/** A relation that stands out, with what it does in words at its begin. */
function MarkedEdge({ edge, scale }: { edge: Edge; scale: number }) {
  const { course } = edge;
  const { start, startSide } = course;
  return (
    <g className="text-primary">
      <path d={pathOf(course)} fill="none" stroke="currentColor" strokeWidth={lineWidth(2.5, 1.5, scale)} />
      <path d={tipOf(course)} fill="currentColor" />
      <text
        x={start[0] + startSide * 10}
        y={start[1] - 4}
        textAnchor={startSide === 1 ? 'start' : 'end'}
        fontSize={labelSize(scale)}
        className={LABEL}
      >
        {relationWords(edge)}
      </text>
    </g>
  );
}

/** The part in sight is given by its numbers, so that it is the same until it moves. */
export interface SchemaEdgesProps extends Rect {
  readonly diagram: Diagram;
  readonly places: Places;
  readonly scale: number;
  readonly isFar: boolean;
  readonly selected: string | undefined;
}

/** The relations below the tiles. What they say is in the names of the tiles and in the outline, too. */
export const SchemaEdges = memo(function SchemaEdges(props: SchemaEdgesProps) {
  const { diagram, places, scale, isFar, selected } = props;
  const [hovered, setHovered] = useState<{ id: string; x: number; y: number }>();
  const edges = diagram.relations
    .map((relation): Edge => ({ ...relation, course: courseOf(relation, places) }))
    .filter(({ course }) => doMeet(courseRect(course), props));
  const isMarked = ({ from, to }: Edge) => from === selected || to === selected;
  const plain = edges.filter((edge) => !isMarked(edge));
  const hoveredEdge = plain.find(({ id }) => id === hovered?.id);
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute size-px overflow-visible text-muted">
      <g className={selected ? 'opacity-30' : ''}>
        {/* One element for all: hundreds would take long to style and paint. */}
        <path
          d={plain.map(({ course }) => pathOf(course)).join('')}
          fill="none"
          stroke="currentColor"
          strokeWidth={lineWidth(1.25, 0.5, scale)}
        />
        <path d={plain.map(({ course }) => tipOf(course)).join('')} fill="currentColor" />
      </g>
      {!isFar &&
        plain.map(({ id, course }) => (
          <path
            key={id}
            d={pathOf(course)}
            fill="none"
            stroke="transparent"
            strokeWidth={12}
            className="[pointer-events:stroke]"
            onPointerEnter={(event) => {
              const { x, y } = pointOf(event);
              setHovered({ id, x, y });
            }}
            onPointerLeave={() => setHovered(undefined)}
          />
        ))}
      {edges.filter(isMarked).map((edge) => (
        <MarkedEdge key={edge.id} edge={edge} scale={scale} />
      ))}
      {isFar && selected && diagram.tile(selected) && (
        // From far, the outline of the tile itself is too thin to be seen.
        <rect
          {...tileRect(diagram, places, selected)}
          fill="none"
          stroke="currentColor"
          strokeWidth={RING / scale}
          className="text-primary"
        />
      )}
      {hovered && hoveredEdge && (
        <g className="text-primary">
          <path d={pathOf(hoveredEdge.course)} fill="none" stroke="currentColor" strokeWidth={2.5} />
          <text x={hovered.x + 8} y={hovered.y - 8} fontSize={labelSize(scale)} className={LABEL}>
            {relationTitle(diagram, hoveredEdge)}
          </text>
        </g>
      )}
    </svg>
  );
});
