/** The parts of frappe-charts that axis-chart.ts uses. The package itself would also insert a style element. */
declare module 'frappe-charts/src/js/charts/AxisChart.js' {
  export interface Data {
    labels: string[];
    datasets: { name: string; values: number[] }[];
  }

  export interface Options {
    type: 'line' | 'bar';
    data: Data;
    colors: string[];
    /** In px. */
    height: number;
    animate: 0 | 1;
    axisOptions: { xAxisMode: 'span' | 'tick'; yAxisMode: 'span' | 'tick' };
    barOptions: { stacked: 0 | 1; spaceRatio: number };
    lineOptions: { hideDots: 0 | 1; regionFill: 0 | 1; dotSize: number };
    tooltipOptions: {
      /** Returns HTML. */
      formatTooltipX: (label: string) => string;
      formatTooltipY: (value: number) => string;
    };
  }

  type Sides = Record<'top' | 'bottom' | 'left' | 'right', number>;

  /** A chart in an element, which it empties. Draws at once and whenever the element changes its size. */
  export default class AxisChart<Own extends Options = Options> {
    constructor(parent: HTMLElement, options: Own);
    /** A copy of the options. */
    rawChartArgs: Own;
    measures: { margins: Sides; paddings: Sides; legendHeight: number };
    /** Size of the plot in px. */
    width: number;
    height: number;
    /** Size of the chart in px. */
    baseWidth: number;
    svg: SVGElement;
    tip: { container: HTMLElement };
    dataByIndex: Record<string, { values: { value: number }[] }>;
    components: Map<string, { getData: () => { positions: number[]; calcLabels: string[] } }>;
    state: {
      xAxis: { positions: number[] };
      yAxis: { labels: string[]; positions: number[]; scaleMultiplier: number; zeroLine: number };
    };
    configure(options: Own): void;
    setMeasures(options: Own): void;
    prepareFirstData(data: Data): Data;
    makeTooltip(): void;
    makeChartArea(): void;
    calcYAxisParameters(values: number[], withMinimum: boolean): void;
    calcDatasetPoints(): void;
    calcYExtremes(): void;
    setupComponents(): void;
    makeDataByIndex(): void;
    renderLegend(): void;
    /** Shows the tooltip of the point next to a position in px from the left of the plot. */
    mapTooltipXPosition(x: number): void;
    draw(onlyWidthChange?: boolean, init?: boolean): void;
    destroy(): void;
  }
}
