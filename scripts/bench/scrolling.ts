import type { Dashboard } from './dashboard.ts';
import type { Measurement } from './scene.ts';
import { recordsUrl } from './seed.ts';
import { Visit } from './visit.ts';

/** Pixels per frame: sixteen rows of 36 px, like a fast mouse wheel. */
const STEP = 576;
/** Longer frames count as slow, in ms: two frames at 60 Hz, a visible stutter. */
const SLOW_FRAME = 33;
/** Pause between two presses of "Load more", in ms. */
const PRESS_MS = 500;
const LIMIT_MS = 300_000;

/**
 * Scrolls down through a long list while it loads, at full speed, and counts the slow frames. Then scrolls
 * through the loaded rows once more and measures what that adds to the page and to the heap.
 */
export const scrolling: Measurement = async ({ browser, dashboard, session }) => {
  const { rows } = dashboard.scrolling;
  const visit = await Visit.start(browser, dashboard, session);
  await visit.open(recordsUrl(dashboard, 'posts'), dashboard.rowsReady('title', 'Post '));
  await visit.network.quiet();
  const slow = Number(await visit.evaluate(scrollThrough(dashboard, rows)));
  await visit.network.quiet();
  await visit.evaluate(scrollToTop(dashboard));
  const before = await size(visit);
  await visit.evaluate(scrollThrough(dashboard, rows));
  await visit.evaluate(scrollToTop(dashboard));
  const after = await size(visit);
  await visit.end();
  return {
    'scrolling: rows': rows,
    'scrolling: slow frames': slow,
    'scrolling: elements': before.elements,
    'scrolling: elements added': after.elements - before.elements,
    'scrolling: heap': before.heap,
    'scrolling: heap added': after.heap - before.heap,
  };
};

async function size(visit: Visit): Promise<{ elements: number; heap: number }> {
  await visit.network.quiet();
  const elements = Number(await visit.evaluate(`document.querySelectorAll('*').length`));
  return { elements, heap: await visit.heapBytes() };
}

/** Scrolls to the first row and gives the page two frames to render the rows there. */
function scrollToTop({ scroller }: Dashboard): string {
  return `(async () => {
    (${scroller}).scrollTop = 0;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  })()`;
}

/** Scrolls by one step per frame past `rows` loaded rows; evaluates to the share of slow frames, 0 to 1. */
function scrollThrough({ scroller, scrolling, records }: Dashboard, rows: number): string {
  const { loadedCount, loadMoreButton } = records;
  return `(async () => {
    const box = ${scroller};
    const limit = performance.now() + ${LIMIT_MS};
    const frame = () => new Promise(requestAnimationFrame);
    let [frames, slow, pressed] = [0, 0, 0];
    let last = await frame();
    for (;;) {
      const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      if (isAtEnd) {
        if (${loadedCount} >= ${rows}) return slow / Math.max(1, frames);
        if (last > limit) throw new Error('Only ' + ${loadedCount} + ' records were loaded.');
        // Presses repeatedly: the page ignores a click just before a load ends.
        if (${!scrolling.loadsAhead} && last - pressed > ${PRESS_MS}) {
          pressed = last;
          (${loadMoreButton})?.click();
        }
      } else {
        box.scrollTop += ${STEP};
      }
      const now = await frame();
      // Nothing moves while the list waits for the backend: those frames do not count.
      if (!isAtEnd) {
        frames += 1;
        if (now - last > ${SLOW_FRAME}) slow += 1;
      }
      last = now;
    }
  })()`;
}
