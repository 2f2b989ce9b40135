/** One line of docs/acceptance.md. */
export interface Item {
  id: string;
  text: string;
}

/** One `## Title (XX)` section of docs/acceptance.md. */
export interface Area {
  /** The letters ids of this area start with. */
  key: string;
  title: string;
  items: Item[];
}

/** An id in a test's title. */
export interface Proof {
  id: string;
  file: string;
  line: number;
}

export interface Report {
  areas: { area: Area; missing: Item[] }[];
  /** Ids in tests that stand in no area. */
  unknown: Proof[];
  covered: number;
  total: number;
}

/** Decisions about conflicts have ids too, but are no items to be proven. */
const DECISIONS = 'OP';

const ID = /[A-Z]{2,3}m?-\d{2}/;
const AREA_LINE = /^## (.+) \(([A-Za-z]+)\)$/;
const ITEM_LINE = new RegExp(`^- \\[(${ID.source})\\] (.+)$`);

/**
 * Reads the areas and items of docs/acceptance.md.
 * @throws Error on an id that stands twice or outside its area.
 */
export function parseAcceptance(markdown: string): Area[] {
  const areas: Area[] = [];
  const seen = new Set<string>();
  for (const line of markdown.split('\n')) {
    const [, title, key] = AREA_LINE.exec(line) ?? [];
    if (title !== undefined && key !== undefined) areas.push({ key, title, items: [] });
    const [, id, text] = ITEM_LINE.exec(line) ?? [];
    if (id === undefined || text === undefined) continue;
    const area = areas.at(-1);
    if (!area || !id.startsWith(`${area.key}-`)) throw new Error(`${id} stands outside its area.`);
    if (seen.has(id)) throw new Error(`${id} stands twice.`);
    seen.add(id);
    area.items.push({ id, text });
  }
  return areas;
}

// A title is the first string after `test(`, `it(`, `describe(`, also with `.only`, `.each(...)` or `plain(` before it.
const TITLE = /\b(?:test|it|describe|plain)\b[\w.]*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;

/** The ids in the titles of the tests in `source`; `[RL-04]` and `[RL-04, RL-05]` both count. */
export function findProofs(source: string, file: string): Proof[] {
  const proofs: Proof[] = [];
  for (const match of source.matchAll(TITLE)) {
    const line = source.slice(0, match.index).split('\n').length;
    for (const [, inside = ''] of (match[2] ?? '').matchAll(/\[([^\]]*)\]/g)) {
      for (const [id] of inside.matchAll(new RegExp(ID.source, 'g'))) proofs.push({ id, file, line });
    }
  }
  return proofs;
}

/** Compares what must work with what tests say they prove. */
export function compare(areas: Area[], proofs: Proof[]): Report {
  const known = new Set(areas.flatMap(({ items }) => items.map(({ id }) => id)));
  const proven = new Set(proofs.map(({ id }) => id));
  const rows = areas
    .filter(({ key }) => key !== DECISIONS)
    .map((area) => ({ area, missing: area.items.filter(({ id }) => !proven.has(id)) }));
  const total = rows.reduce((sum, { area }) => sum + area.items.length, 0);
  const missing = rows.reduce((sum, row) => sum + row.missing.length, 0);
  return { areas: rows, unknown: proofs.filter(({ id }) => !known.has(id)), covered: total - missing, total };
}

/** The report as text; `areas` (keys) limits what is listed as missing. */
export function formatReport(report: Report, keys: string[] = []): string {
  const lines: string[] = [];
  for (const { area, missing } of report.areas) {
    if (keys.length > 0 && !keys.includes(area.key)) continue;
    const covered = area.items.length - missing.length;
    lines.push(`${area.key.padEnd(4)} ${`${covered}/${area.items.length}`.padStart(6)}  ${area.title}`);
    if (missing.length > 0) lines.push(`             missing: ${missing.map(({ id }) => id).join(' ')}`);
  }
  lines.push(`Total ${report.covered}/${report.total}`);
  for (const { id, file, line } of report.unknown) lines.push(`Unknown id ${id} in ${file}:${line}`);
  return lines.join('\n');
}
