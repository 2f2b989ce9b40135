import { afterEach, expect, test, vi } from 'vitest';
import '#tests/support/browser-stub.ts';
import { loadWire } from '#stores/app/wire.ts';
import { setLine, wire } from '#wire/choose.ts';
import { fetchWire } from '#wire/fetch.ts';

vi.mock('#wire/fetch.ts', { spy: true });

afterEach(() => setLine(undefined));

test.each(['pb22', 'pb23'] as const)('[NW-32] the wire of %s is fetched by its line', async (line) => {
  const fetched = globalThis.atollWires;
  globalThis.atollWires = undefined;
  setLine(line);
  expect(() => wire()).toThrow('has not been fetched');
  await loadWire();
  expect(Object.keys(globalThis.atollWires ?? {})).toEqual([line]);
  expect(wire().logWords.callers.administrator).toBe(line === 'pb22' ? 'admin' : '_superusers');
  globalThis.atollWires = fetched;
});

test('[NW-32] islands wait for it, also for the next try after a failure', async () => {
  let asked = 0;
  document.addEventListener('atoll:wire', () => {
    asked += 1;
  });
  vi.mocked(fetchWire).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(loadWire()).rejects.toThrow('Failed to fetch');
  expect([asked, globalThis.atollWire]).toEqual([1, undefined]);
  const loading = loadWire();
  expect([asked, globalThis.atollWire]).toEqual([2, loading]);
  await loading;
});
