import { expect, test } from 'vitest';
import { growth, type Sample } from '#scripts/soak/report.ts';

const FIRST: Sample = {
  minutes: 5.2,
  rounds: 8,
  heap: 20_000_000,
  nodes: 1000,
  listeners: 2000,
  documents: 30,
  frames: 30,
  eventSources: 0,
  timers: 4,
};

test('nothing has grown within the limits, or when the tab holds less', () => {
  expect(growth(FIRST, { ...FIRST, heap: 26_000_000, nodes: 1050, listeners: 2100 })).toEqual([]);
  expect(growth(FIRST, { ...FIRST, heap: 1, nodes: 1, documents: 1, timers: 0 })).toEqual([]);
});

test.each([
  ['heap', 26_000_001, 26_000_000],
  ['nodes', 1051, 1050],
  ['listeners', 2101, 2100],
  ['documents', 31, 30],
  ['frames', 31, 30],
  ['eventSources', 1, 0],
  ['timers', 5, 4],
] as const)('%s beyond the limit are told with both figures', (name, value, limit) => {
  expect(growth(FIRST, { ...FIRST, [name]: value })).toEqual([
    `${name}: ${value} at the end, ${FIRST[name]} after minute 5; limit ${limit}`,
  ]);
});
