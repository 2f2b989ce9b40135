import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { Sample } from './report.ts';

declare global {
  interface Window {
    soak: { timers: Set<unknown>; sources: Set<EventSource> };
  }
}

/** Runs in the page before its own scripts: counts timers and EventSources that are still there. */
export function countTimers(): void {
  const timers = new Set<unknown>();
  const sources = new Set<EventSource>();
  window.soak = { timers, sources };
  const { setTimeout: once, setInterval: repeat, EventSource: Source } = window;
  const wrap = (start: typeof setTimeout, ends: boolean) =>
    ((run: TimerHandler, ms?: number, ...args: unknown[]) => {
      if (typeof run === 'string') return start(run, ms);
      const id = start(() => {
        if (ends) timers.delete(id);
        run(...args);
      }, ms);
      timers.add(id);
      return id;
    }) as typeof setTimeout;
  const clear = (stop: typeof clearTimeout) => (id?: number) => {
    timers.delete(id);
    stop(id);
  };
  Object.assign(window, {
    setTimeout: wrap(once, true),
    setInterval: wrap(repeat as typeof setTimeout, false),
    clearTimeout: clear(window.clearTimeout),
    clearInterval: clear(window.clearInterval),
    EventSource: class extends Source {
      constructor(...args: ConstructorParameters<typeof EventSource>) {
        super(...args);
        sources.add(this);
      }
      override close(): void {
        sources.delete(this);
        super.close();
      }
    },
  });
  // The dialog of the browser for a file can't be answered.
  Reflect.deleteProperty(window, 'showSaveFilePicker');
}

/** Longer than the page's longest timeout, that of the address of a saved file. */
export const SETTLE_MS = 65_000;

/** Collects the garbage of the tab and reads what is left after `settleMs`. */
export async function takeSample(
  page: Page,
  cdp: CDPSession,
  settleMs: number,
): Promise<Omit<Sample, 'minutes' | 'rounds'>> {
  await delay(settleMs);
  // What the first collection finalizes, the second one frees.
  for (let turn = 0; turn < 2; turn++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const metric = (name: string): number => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const counts = await page.evaluate(() => ({
    timers: window.soak.timers.size,
    eventSources: window.soak.sources.size,
  }));
  return {
    heap: usedSize,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    documents: metric('Documents'),
    frames: metric('Frames'),
    ...counts,
  };
}

/** Where the elements of the page are: the number below each child of the body and each frame of a screen. */
export const placesOfElements = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body > *, [data-frame]')]
      .map((place) => ({ place, count: place.querySelectorAll('*').length }))
      .filter(({ count }) => count > 20)
      .map(({ place, count }) => `${place.getAttribute('data-frame') ?? place.localName}: ${count}`)
      .join(', '),
  );

/** Writes the heap of the tab to a file, which the DevTools open: they say what keeps an element that left the page. */
export async function writeHeap(cdp: CDPSession, path: string): Promise<void> {
  const chunks: string[] = [];
  const add = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', add);
  await cdp.send('HeapProfiler.takeHeapSnapshot');
  cdp.off('HeapProfiler.addHeapSnapshotChunk', add);
  writeFileSync(path, chunks.join(''));
}

/** Collects what the page's console reports. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  const add = (text: string) => problems.push(`${new Date().toISOString()} ${text}`);
  page.on('console', (message) => {
    const { url } = message.location();
    if (['error', 'warning'].includes(message.type())) add(`${message.text()} ${url} on ${page.url()}`);
  });
  page.on('pageerror', (error) => add(String(error)));
  page.on('crash', () => add('The tab crashed.'));
  return problems;
}
