import {
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { LineAxisChart, type LineData } from './axis-chart.ts';
import styles from './line-chart.css?inline';

/** Delay of a redraw after the size has changed, in ms. */
const RESIZE_DELAY = 250;

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

/** Px of movement from which a press is a drag. */
const THRESHOLD = 5;

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Escape cancels a selection, and so does a vertical swipe, which scrolls; a press without a drag selects nothing. */
function useDragRange(
  pointAt: (clientX: number) => number | undefined,
  onSelect: (first: number, last: number) => void,
) {
  const start = useRef<{ readonly x: number; readonly point: number }>(undefined);
  const [range, setRange] = useState<Range>();
  const isDragging = range !== undefined;

  function cancel() {
    start.current = undefined;
    setRange(undefined);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // An open panel must not close too.
    event.stopPropagation();
    cancel();
  });

  useEffect(() => {
    if (!isDragging) return;
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener('keydown', (event) => onKey(event), options);
    return () => listening.abort();
  }, [isDragging]);

  function down(event: PointerEvent) {
    const point = pointAt(event.clientX);
    if (event.button !== 0 || !event.isPrimary || point === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, point };
  }

  /** The selection if the pointer is here; undefined while it has not moved far enough. */
  function rangeTo(event: PointerEvent): Range | undefined {
    const point = pointAt(event.clientX);
    if (!start.current || !event.isPrimary || point === undefined) return undefined;
    if (!isDragging && Math.abs(event.clientX - start.current.x) < THRESHOLD) return undefined;
    return { first: Math.min(start.current.point, point), last: Math.max(start.current.point, point) };
  }

  function move(event: PointerEvent) {
    const next = rangeTo(event);
    if (next && (range?.first !== next.first || range.last !== next.last)) setRange(next);
  }

  function up(event: PointerEvent) {
    if (!event.isPrimary) return;
    // The last moves may not have been reported.
    const selected = rangeTo(event);
    cancel();
    if (selected) onSelect(selected.first, selected.last);
  }

  return {
    range,
    listeners: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
      onLostPointerCapture: cancel,
    },
  };
}

export interface LineChartProps {
  /** The chart is drawn anew when this is another object. At least one value. */
  readonly data: LineData;
  readonly name: string;
  /** In px. */
  readonly height: number;
  readonly onSelect: (first: number, last: number) => void;
}

export default function LineChart({ data, name, height, onSelect }: LineChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<LineAxisChart>(undefined);
  const hovered = useRef<number>(undefined);
  const { range, listeners } = useDragRange((x) => chart.current?.pointAt(x), onSelect);

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const drawn = new LineAxisChart(element, name, height, data);
    chart.current = drawn;
    // New values must not take the tooltip away.
    if (hovered.current !== undefined) drawn.showTooltip(hovered.current);
    let timer: ReturnType<typeof setTimeout>;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      if (element.clientWidth === drawn.baseWidth) return;
      timer = setTimeout(() => drawn.draw(true), RESIZE_DELAY);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      chart.current = undefined;
      element.replaceChildren();
    };
  }, [data, name, height]);

  const hover = {
    onMouseMove: ({ clientX }: MouseEvent) => {
      hovered.current = clientX;
    },
    onMouseLeave: () => {
      hovered.current = undefined;
    },
  };
  return (
    <div className="line-chart" {...listeners} {...hover}>
      <div ref={host} className="line-chart-plot" />
      {range && chart.current && (
        <>
          <div className="line-chart-range" style={chart.current.extentOf(range.first, range.last)} />
          <p className="line-chart-title">{data.titleOf(range.first, range.last)}</p>
        </>
      )}
    </div>
  );
}
