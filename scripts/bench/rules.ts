import { LINES, type Version } from './backends.ts';
import { CONDITIONS, type Condition } from './conditions.ts';
import { figureName } from './figures.ts';
import type { SceneName } from './scene.ts';

/** The limit of a figure; none where both are absent. */
interface Limit {
  /** Atoll divided by the reference. */
  maxRatio?: number;
  /** The same while one core is taken; {@link maxRatio} if absent. */
  maxBusyRatio?: number;
  /** Atoll alone, in the unit of the measurement: ms, bytes, a count or a share. */
  max?: number;
}

export type Unit = 'ms' | 'kB' | 'MB' | '%' | '';

/** A figure of a scene, and Atoll's limits under the conditions in which it is reported. */
export interface Rule {
  scene: SceneName;
  name: string;
  unit: Unit;
  limits: Partial<Record<Condition['key'], Limit>>;
}

/** A {@link Rule} under one condition. */
export interface FigureRule extends Limit {
  scene: SceneName;
  name: string;
  unit: Unit;
}

/** The limit of each figure, divided by that of another build: no figure gets worse by more than 3 %. */
const MAX_OF_OTHER_BUILD = 1.03;

/** Measured, without a limit. */
const FREE: Limit = {};

/**
 * The rows of the table in their order. "To use" is until the page can be used, "at rest" until it fetches nothing
 * more on its own, including prefetching. Long tasks are those of over 50 ms.
 */
export const RULES: readonly Rule[] = [
  ...rows('sign-in', {
    'sign-in: time': ['ms', { slow: ratio(0.12, 0.2), fast4: ratio(0.5), fast1: ratio(0.6) }],
    'sign-in: painted': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'sign-in: bytes to use': ['kB', { slow: ratio(0.15) }],
    'sign-in: bytes at rest': ['kB', { slow: ratio(0.12) }],
    'sign-in: requests': ['', { slow: FREE }],
  }),
  ...rows('records', {
    'records: time': ['ms', { slow: ratio(0.18, 0.25), fast4: ratio(0.4), fast1: ratio(0.5) }],
    'records: bytes to use': ['kB', { slow: ratio(0.12) }],
    // Includes the rich-text editor, which is prefetched.
    'records: bytes at rest': ['kB', { slow: ratio(0.3) }],
    'records: requests': ['', { slow: FREE }],
    'records: long tasks': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'records: longest task': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'records: long tasks at rest': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'records: longest task at rest': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
  }),
  ...rows('warm-records', { 'warm records: time': ['ms', { slow: ratio(0.4, 0.5) }] }),
  ...rows('wide', {
    '60 columns: time': ['ms', { slow: FREE }],
    '60 columns: bytes to use': ['kB', { slow: FREE }],
    '60 columns: bytes at rest': ['kB', { slow: FREE }],
    '60 columns: requests': ['', { slow: FREE }],
  }),
  ...rows('many-records', {
    '1,000 records: elements': ['', { fast1: { max: 3000 } }],
    '1,000 records: heap': ['MB', { fast1: ratio(0.5) }],
    'select all: time': ['ms', { fast4: ratio(0.03), fast1: FREE }],
  }),
  ...rows('switch', {
    'switch collection: time': ['ms', { slow: ratio(0.3, 0.35), fast4: ratio(0.3, 0.35), fast1: ratio(0.4) }],
    'back to a collection: time': ['ms', { slow: ratio(0.05), fast4: ratio(0.05), fast1: FREE }],
  }),
  ...rows('open-record', {
    'open record: time': ['ms', { slow: ratio(0.25), fast4: ratio(0.2), fast1: ratio(0.5) }],
    'open record: fresh': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'open record: long tasks': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'open record: longest task': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'open record: long tasks at rest': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
    'open record: longest task at rest': ['ms', { slow: FREE, fast4: { max: 120 }, fast1: { max: 50 } }],
  }),
  ...rows('new-record', {
    'new record: time': ['ms', { slow: ratio(0.5), fast4: ratio(0.35), fast1: ratio(0.5) }],
    'create record: time': ['ms', { slow: ratio(0.4), fast4: ratio(0.6), fast1: ratio(0.8) }],
  }),
  // The reference keeps every row in its page, so the benchmark scrolls through fewer rows there.
  ...rows('scroll', {
    'scrolling: rows': ['', { fast1: FREE }],
    'scrolling: slow frames': ['%', { fast1: FREE }],
    'scrolling: elements': ['', { fast1: { max: 3000 } }],
    'scrolling: elements added': ['', { fast1: { max: 100 } }],
    'scrolling: heap': ['MB', { fast1: FREE }],
    'scrolling: heap added': ['MB', { fast1: { max: 2_000_000 } }],
  }),
  ...rows('logs', {
    'logs: time': ['ms', { slow: ratio(0.3) }],
    'logs: bytes to use': ['kB', { slow: ratio(0.2) }],
    'logs: bytes at rest': ['kB', { slow: FREE }],
    'logs: requests': ['', { slow: FREE }],
  }),
  ...rows('many-logs', {
    '1,000 logs: time': ['ms', { slow: ratio(0.2) }],
    '1,000 logs: elements': ['', { slow: { max: 2500 } }],
    '1,000 logs: heap': ['MB', { slow: FREE }],
    'select all logs: time': ['ms', { slow: ratio(0.05) }],
  }),
  ...['settings', 'backups', 'admins'].flatMap((page) =>
    rows('settings', {
      [`${page}: time`]: ['ms', { slow: ratio(0.25) }],
      [`${page}: bytes to use`]: ['kB', { slow: page === 'settings' ? ratio(0.15) : FREE }],
      [`${page}: bytes at rest`]: ['kB', { slow: FREE }],
      [`${page}: requests`]: ['', { slow: FREE }],
    }),
  ),
  ...rows('editor', {
    'editor of 100 fields: time': ['ms', { fast1: ratio(1) }],
    'editor of 100 fields: longest task': ['ms', { fast1: { max: 50 } }],
    'editor of 100 fields: longest task typing': ['ms', { fast1: { max: 50 } }],
    'editor of 100 fields: longest task moving': ['ms', { fast1: { max: 50 } }],
  }),
  // The reference has no diagram.
  ...rows('schema', {
    'opening the diagram of 44 collections: time': ['ms', { slow: FREE, fast4: FREE, fast1: { max: 1000 } }],
    'opening the diagram: longest task': ['ms', { slow: FREE, fast4: FREE, fast1: FREE }],
  }),
  // The reference is a plain client: 0.8 and 0.9 of its rows per second.
  ...rows('transfer', {
    'export: time': ['ms', { fast1: ratio(1.25) }],
    'export: longest task': ['ms', { fast1: { max: 50 } }],
    'export: heap added': ['MB', { fast1: { max: 2_000_000 } }],
    'import: time': ['ms', { fast1: ratio(1.11) }],
    'import: longest task': ['ms', { fast1: { max: 50 } }],
    'import: heap added': ['MB', { fast1: { max: 2_000_000 } }],
  }),
];

function rows(scene: SceneName, figures: Record<string, [unit: Unit, limits: Rule['limits']]>): Rule[] {
  return Object.entries(figures).map(([name, [unit, limits]]) => ({ scene, name, unit, limits }));
}

function ratio(maxRatio: number, maxBusyRatio = maxRatio): Limit {
  return { maxRatio, maxBusyRatio };
}

/** Every rule under each of its conditions, in the order of the rules. */
export const FIGURES: readonly FigureRule[] = RULES.flatMap(({ scene, name, unit, limits }) =>
  CONDITIONS.flatMap((condition) => {
    const limit = limits[condition.key];
    return limit ? [{ scene, name: figureName(name, condition), unit, ...limit }] : [];
  }),
);

/**
 * The figures of these scenes with their limits before a backend of a version. Ratios were set for the dashboard of
 * 0.22: before that of another version only the limits of Atoll alone hold.
 * @param isOtherBuild whether the reference is another build of Atoll
 */
export function rulesFor(
  version: Version,
  scenes: readonly SceneName[],
  isOtherBuild: boolean,
): FigureRule[] {
  const figures = FIGURES.filter(({ scene }) => scenes.includes(scene));
  if (isOtherBuild)
    return figures.map(({ scene, name, unit }) => ({ scene, name, unit, maxRatio: MAX_OF_OTHER_BUILD }));
  if (LINES[version] === 'pb22') return figures;
  return figures.map(({ scene, name, unit, max }) => ({
    scene,
    name,
    unit,
    ...(max !== undefined && { max }),
  }));
}
