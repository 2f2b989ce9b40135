import type { Page } from '@playwright/test';

/** A row under the pointer and its distance to the top of the window, in px. */
export interface UnderPointer {
  readonly id: string;
  readonly top: number;
}

/** Watches the row under the pointer in every frame. */
export interface PointerWatch {
  /** Ends the watch. Returns what was under the pointer, in order; one entry if nothing has moved. */
  stop(): Promise<UnderPointer[]>;
}

/** Moves the pointer on a row and watches what is under it in every frame until `stop`. */
export async function watchPointer(page: Page, rowId: string): Promise<PointerWatch> {
  const row = page.locator(`[data-records-table] [data-row-id="${rowId}"]`);
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  if (!box) throw new Error(`The row ${rowId} is not in the page.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  const watch = await page.evaluateHandle(
    ([x, y]) => {
      const seen: { id: string; top: number }[] = [];
      const look = () => {
        const row = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row-id]');
        const [id, top] = [row?.dataset['rowId'] ?? '', row?.getBoundingClientRect().top ?? 0];
        const last = seen.at(-1);
        if (last?.id !== id || last.top !== top) seen.push({ id, top });
      };
      look();
      let frame = requestAnimationFrame(function next() {
        look();
        frame = requestAnimationFrame(next);
      });
      return {
        stop: () => {
          cancelAnimationFrame(frame);
          look();
          return seen;
        },
      };
    },
    [x, y] as const,
  );
  return { stop: () => watch.evaluate(({ stop }) => stop()) };
}
