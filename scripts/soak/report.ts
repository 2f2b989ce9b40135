/** What the tab holds after garbage collection, at rest on the same screen. */
export interface Sample {
  /** Since the start. */
  minutes: number;
  rounds: number;
  /** In bytes. */
  heap: number;
  nodes: number;
  listeners: number;
  documents: number;
  frames: number;
  eventSources: number;
  /** Timeouts and intervals that have neither run out nor been cleared. */
  timers: number;
}

/** What may grow a little, as a factor of the first sample: caches that have a limit, and the browser's own. */
const LIMITS = { heap: 1.3, nodes: 1.05, listeners: 1.05 } as const;
/** What must not grow at all. */
const EXACT = ['documents', 'frames', 'eventSources', 'timers'] as const;

/** What has grown between two samples beyond its limit, one line for each. */
export function growth(first: Sample, last: Sample): string[] {
  const line = (name: keyof Sample, limit: number) =>
    `${name}: ${last[name]} at the end, ${first[name]} after minute ${Math.round(first.minutes)}; limit ${limit}`;
  return [
    ...(['heap', 'nodes', 'listeners'] as const)
      .map((name) => ({ name, limit: Math.floor(first[name] * LIMITS[name]) }))
      .filter(({ name, limit }) => last[name] > limit)
      .map(({ name, limit }) => line(name, limit)),
    ...EXACT.filter((name) => last[name] > first[name]).map((name) => line(name, first[name])),
  ];
}

const MB = 1_000_000;

/** A line of the table that the soak prints, and docs/performance.md has. */
export function formatSample(sample: Sample): string {
  const { minutes, rounds, heap, nodes, listeners, documents, frames, eventSources, timers } = sample;
  const cells = [
    minutes.toFixed(1),
    rounds,
    (heap / MB).toFixed(1),
    nodes,
    listeners,
    documents,
    frames,
    eventSources,
    timers,
  ];
  return `| ${cells.join(' | ')} |`;
}

export const TABLE_HEAD = [
  '| Minute | Rounds | Heap, MB | Nodes | Listeners | Documents | Frames | EventSources | Timers |',
  '| ------ | ------ | -------- | ----- | --------- | --------- | ------ | ------------ | ------ |',
].join('\n');
