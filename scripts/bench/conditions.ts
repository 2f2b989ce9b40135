/** The network and the processor that a page gets. */
export interface Condition {
  key: 'slow' | 'fast4' | 'fast1';
  /** Heading in tables. */
  title: string;
  /** Follows the name of a figure; empty for the condition that most scenes have. */
  suffix: string;
  /** Bytes per second and ms; absent: no limit. */
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number };
  /** 4 makes the page's processor four times slower. */
  cpuRate: number;
}

/** A slow connection and a slow machine: 1.6 Mbit/s down, 0.75 up, 150 ms, a quarter of this processor. */
export const SLOW: Condition = {
  key: 'slow',
  title: 'slow line, CPU / 4',
  suffix: '',
  network: { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  cpuRate: 4,
};

/** A busy or old machine next to the backend. */
export const FAST_4: Condition = {
  key: 'fast4',
  title: 'fast line, CPU / 4',
  suffix: ', fast / 4',
  cpuRate: 4,
};

/** This machine next to the backend. */
export const FAST_1: Condition = {
  key: 'fast1',
  title: 'fast line, CPU / 1',
  suffix: ', fast / 1',
  cpuRate: 1,
};

/** In the order of tables. */
export const CONDITIONS: readonly Condition[] = [SLOW, FAST_4, FAST_1];
