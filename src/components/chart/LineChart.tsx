import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { LineAxisChart, type LineData } from './axis-chart.ts';
import styles from './line-chart.css?inline';
import { useDragRange } from './use-drag-range.ts';

/** Delay of a redraw after the size has changed, in ms. */
const RESIZE_DELAY = 250;

// A constructed style sheet is part of this chunk, and the content security policy allows it.
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets.push(sheet);

export interface LineChartProps {
  /** The chart is drawn anew when this is another object. At least one value. */
  readonly data: LineData;
  readonly name: string;
  /** In px. */
  readonly height: number;
  readonly onSelect: (first: number, last: number) => void;
}

/** A red line with a filled area, or stacked bars, and a tooltip. */
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
