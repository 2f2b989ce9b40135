import { UserError } from '#scripts/lib/user-error.ts';

/** One line of docs/acceptance.md. */
export interface Item {
  id: string;
  text: string;
}

/** One `## Title (XX)` section of docs/acceptance.md. */
export interface Area {
  /** The prefix of this area's ids, such as `RL`. */
  key: string;
  title: string;
  items: Item[];
}

/** An id in a test's title. */
export interface Proof {
  id: string;
  /** File of the test, and its line if the id was read from the source. */
  where: string;
  /** Whether the test failed first, and passed when it was repeated. */
  isRetried?: boolean;
  /** Whether its tests were left out, because they were green before with the same inputs. */
  isRecorded?: boolean;
}

export interface Report {
  areas: { area: Area; missing: Item[] }[];
  /** Ids in test titles that no area lists. */
  unknown: Proof[];
  /** Proofs of items that no test proved at the first try; such an item is missing. */
  retried: Proof[];
  /** Items that only tests prove that were left out. */
  recorded: string[];
  covered: number;
  total: number;
}

/** The area of decisions about conflicts: its entries have ids but need no test. */
const DECISIONS = 'OP';

const ID = /[A-Z]{2,3}m?-\d{2}/;
/** A title may say which ids are its own: `(BY-10 to BY-19)`. */
const AREA_LINE = /^## (.+) \(([A-Za-z]+)(?:-\d+ to [A-Z]+-\d+)?\)$/;
const ITEM_LINE = new RegExp(`^- \\[(${ID.source})\\] (.+)$`);

/**
 * Reads the areas and items of docs/acceptance.md.
 * @throws Error on a duplicate id or an id outside its area.
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
    if (!area || !id.startsWith(`${area.key}-`)) throw new Error(`${id} is outside its area.`);
    if (seen.has(id)) throw new Error(`${id} is listed twice.`);
    seen.add(id);
    area.items.push({ id, text });
  }
  return areas;
}

/** The ids in a test's title: `[RL-04]` and `[RL-04, RL-05]` both count. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = '']) =>
    [...inside.matchAll(new RegExp(ID.source, 'g'))].map(([id]) => id),
  );
}

/** Compares the items of docs/acceptance.md with the ids that tests prove. */
export function compare(areas: Area[], proofs: Proof[]): Report {
  const known = new Set(areas.flatMap(({ items }) => items.map(({ id }) => id)));
  const proven = new Set(proofs.filter(({ isRetried }) => !isRetried).map(({ id }) => id));
  const rows = areas
    .filter(({ key }) => key !== DECISIONS)
    .map((area) => ({ area, missing: area.items.filter(({ id }) => !proven.has(id)) }));
  const total = rows.reduce((sum, { area }) => sum + area.items.length, 0);
  const missing = rows.reduce((sum, row) => sum + row.missing.length, 0);
  return {
    areas: rows,
    unknown: proofs.filter(({ id }) => !known.has(id)),
    retried: proofs.filter(({ id, isRetried }) => isRetried && !proven.has(id)),
    recorded: [...proven].filter((id) => proofs.every((proof) => proof.id !== id || proof.isRecorded)),
    covered: total - missing,
    total,
  };
}

/**
 * The report as text.
 * @param keys areas to list; an empty list means all.
 * @throws UserError on an unknown key.
 */
export function formatReport(report: Report, keys: string[] = []): string {
  const known = report.areas.map(({ area }) => area.key);
  for (const key of keys)
    if (!known.includes(key)) throw new UserError(`Unknown area ${key}. Areas: ${known.join(' ')}`);
  const lines: string[] = [];
  for (const { area, missing } of report.areas) {
    if (keys.length > 0 && !keys.includes(area.key)) continue;
    const covered = area.items.length - missing.length;
    lines.push(`${area.key.padEnd(4)} ${`${covered}/${area.items.length}`.padStart(6)}  ${area.title}`);
    if (missing.length > 0) lines.push(`             missing: ${missing.map(({ id }) => id).join(' ')}`);
  }
  lines.push(`Total ${report.covered}/${report.total}`);
  if (report.recorded.length > 0)
    lines.push(
      `Proven by tests that were left out, as tests/groups.json records: ${report.recorded.join(' ')}`,
    );
  for (const { id, where } of report.retried) lines.push(`Proved only when repeated: ${id} in ${where}`);
  for (const { id, where } of report.unknown) lines.push(`Unknown id ${id} in ${where}`);
  return lines.join('\n');
}
