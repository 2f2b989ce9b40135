import AxisChart, { type Data, type Options } from 'frappe-charts/src/js/charts/AxisChart.js';

/** Px of a character of the axes, rounded up. */
const CHARACTER = 7;
/** Px between the labels of the vertical axis and the plot. */
const GAP = 12;
/** Px around the plot; the labels of the horizontal axis are below it. */
const PADDINGS = { top: 10, bottom: 22, right: 6 } as const;
/** Px per label of the horizontal axis. */
const X_LABEL = 64;

export interface ChartPart {
  readonly name: string;
  readonly values: readonly number[];
  readonly tone: 'error' | 'warning' | 'info' | 'muted';
}

export interface LineData {
  readonly label: string;
  readonly values: readonly number[];
  /** Shown as stacked bars instead of a line, the first part at the bottom. */
  readonly parts?: readonly ChartPart[] | undefined;
  /** Title of the tooltip for a point, and of the selection from a point to another. */
  readonly titleOf: (first: number, last?: number) => string;
  readonly valueText: (value: number) => string;
  /** At most `max` labels of the horizontal axis. */
  readonly xTicks: (max: number) => readonly { readonly index: number; readonly label: string }[];
  /** Values with labels at the vertical axis: evenly spaced, from 0 to the highest value or more. */
  readonly yTicks: readonly { readonly value: number; readonly label: string }[];
}

interface LineOptions extends Options {
  readonly line: LineData;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The last point is next to the edge, so the label below it may not fit when it is centred. */
function keepLastLabelInside(svg: SVGElement): void {
  const label = [...svg.querySelectorAll('.x.axis text')].at(-1);
  if (!label) return;
  const excess = label.getBoundingClientRect().right - svg.getBoundingClientRect().right;
  if (excess > 0) label.setAttribute('x', String(-Math.ceil(excess)));
}

/** One filled line or stacked bars. Replaces the library's ticks, labels, first 700 ms of zeros and resizing. */
export class LineAxisChart extends AxisChart<LineOptions> {
  constructor(parent: HTMLElement, name: string, height: number, line: LineData) {
    super(parent, {
      type: line.parts ? 'bar' : 'line',
      data: {
        labels: line.values.map((_, index) => String(index)),
        datasets: (line.parts ?? [{ name, values: line.values }]).map((part) => ({
          name: part.name,
          values: [...part.values],
        })),
      },
      // The theme's colours are in the style sheet; the library only takes fixed ones.
      colors: ['red'],
      barOptions: { stacked: line.parts ? 1 : 0, spaceRatio: 0.2 },
      height,
      animate: 0,
      axisOptions: { xAxisMode: 'tick', yAxisMode: 'span' },
      // A line needs two points.
      lineOptions: { regionFill: 1, hideDots: line.values.length > 1 ? 1 : 0, dotSize: 3 },
      tooltipOptions: {
        formatTooltipX: (index) => escapeHtml(line.titleOf(Number(index))),
        formatTooltipY: (value) => escapeHtml(line.valueText(value)),
      },
      line,
    });
  }

  /** The index of the point at a horizontal position of the viewport; the first or last one outside of the plot. */
  pointAt(clientX: number): number {
    const { length } = this.state.xAxis.positions;
    const point = Math.floor((this.#plotX(clientX) / this.width) * length);
    return Math.max(0, Math.min(length - 1, point));
  }

  showTooltip(clientX: number): void {
    this.mapTooltipXPosition(this.#plotX(clientX));
  }

  #plotX(clientX: number): number {
    return clientX - this.svg.getBoundingClientRect().left - this.measures.paddings.left;
  }

  /** The horizontal extent of points, both included, in px from the left of the chart. */
  extentOf(first: number, last: number): { readonly left: number; readonly width: number } {
    const unit = this.width / this.state.xAxis.positions.length;
    return { left: this.measures.paddings.left + first * unit, width: (last - first + 1) * unit };
  }

  override prepareFirstData(data: Data): Data {
    return data;
  }

  override draw(onlyWidthChange = false): void {
    super.draw(onlyWidthChange, false);
    const bars = this.svg.querySelectorAll('.dataset-bars');
    for (const [index, { tone }] of (this.rawChartArgs.line.parts ?? []).entries()) {
      bars[index]?.classList.add(`is-${tone}`);
    }
    keepLastLabelInside(this.svg);
  }

  override configure(options: LineOptions): void {
    super.configure(options);
    // LineChart watches the size.
    this.destroy();
  }

  override setMeasures(options: LineOptions): void {
    super.setMeasures(options);
    const characters = Math.max(...options.line.yTicks.map(({ label }) => label.length));
    this.measures.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    this.measures.paddings = { ...PADDINGS, left: characters * CHARACTER + GAP };
    this.measures.legendHeight = 0;
  }

  override makeDataByIndex(): void {
    super.makeDataByIndex();
    if (!this.rawChartArgs.line.parts) return;
    for (const point of Object.values(this.dataByIndex)) {
      point.values = point.values.filter(({ value }) => value > 0);
    }
  }

  override calcYAxisParameters(): void {
    const ticks = this.rawChartArgs.line.yTicks;
    const scaleMultiplier = this.height / Math.max(...ticks.map(({ value }) => value));
    this.state.yAxis = {
      labels: ticks.map(({ label }) => label),
      positions: ticks.map(({ value }) => this.height - value * scaleMultiplier),
      scaleMultiplier,
      zeroLine: this.height,
    };
    this.calcDatasetPoints();
    this.calcYExtremes();
  }

  override setupComponents(): void {
    super.setupComponents();
    const axis = this.components.get('xAxis');
    if (!axis) return;
    axis.getData = () => {
      const { positions } = this.state.xAxis;
      const ticks = this.rawChartArgs.line.xTicks(Math.max(1, Math.floor(this.width / X_LABEL)));
      return {
        positions: ticks.map(({ index }) => positions[index] ?? 0),
        calcLabels: ticks.map(({ label }) => label),
      };
    };
  }

  /** The library's own is below the chart and has no area here. */
  override renderLegend(): void {}

  override makeTooltip(): void {
    super.makeTooltip();
    this.tip.container.setAttribute('aria-hidden', 'true');
  }

  override makeChartArea(): void {
    super.makeChartArea();
    this.svg.setAttribute('role', 'img');
    this.svg.setAttribute('aria-label', this.rawChartArgs.line.label);
  }
}
