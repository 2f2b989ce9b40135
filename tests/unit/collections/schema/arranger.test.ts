import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openArranger } from '#browser/schema/arranger.ts';

/** Stands for a worker whose code arrives when the test says so. */
class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage?: (event: { data: unknown }) => void;
  onerror?: (event: Event) => void;
  isOver = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage() {}
  terminate() {
    this.isOver = true;
  }
  answer(places: object) {
    this.onmessage?.({ data: places });
  }
  fail() {
    this.onerror?.(new Event('error', { cancelable: true }));
  }
}

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

const graphic = { tiles: [{ id: 'a', height: 50 }], links: [] };
const lastWorker = () => {
  const worker = FakeWorker.all.at(-1);
  if (!worker) throw new Error('No worker was started.');
  return worker;
};

test('a worker whose code could not be fetched before the first call is replaced by it', async () => {
  const { arrange } = openArranger();
  lastWorker().fail();
  const arranged = arrange(graphic);
  expect(FakeWorker.all.map(({ isOver }) => isOver)).toEqual([true, false]);
  lastWorker().answer({ a: [1, 2] });
  expect(await arranged).toEqual({ a: [1, 2] });
});

test('a call is refused when the worker fails, and the next one has another worker', async () => {
  const { arrange } = openArranger();
  const failed = arrange(graphic);
  lastWorker().fail();
  await expect(failed).rejects.toThrow('The diagram could not be arranged.');
  const arranged = arrange(graphic);
  expect(FakeWorker.all).toHaveLength(2);
  lastWorker().answer({ a: [3, 4] });
  expect(await arranged).toEqual({ a: [3, 4] });
});

test('a later call ends the pending one, an idle worker is used again', async () => {
  const { arrange, close } = openArranger();
  void arrange(graphic);
  const second = arrange(graphic);
  expect(FakeWorker.all.map(({ isOver }) => isOver)).toEqual([true, false]);
  lastWorker().answer({ a: [5, 6] });
  await second;
  void arrange(graphic);
  expect(FakeWorker.all).toHaveLength(2);
  close();
  expect(lastWorker().isOver).toBe(true);
});
