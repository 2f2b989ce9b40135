import { foldText } from '#domain/app/fold-text.ts';
import { members, ownOf, parseJson } from '#domain/app/lenient.ts';

export interface Command {
  /** The same in each visit, e.g. `go:/logs`. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  readonly icon: string;
  /** Beside the title, e.g. the collection of a record. */
  readonly hint?: string;
  readonly run: () => void;
}

/** In their order, while nothing is searched. */
export const COMMAND_GROUPS = [
  'Recent',
  'This screen',
  'Collections',
  'Views',
  'Go to',
  'Theme',
  'Backends',
  'Records',
] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** By id; `last` in ms since 1970. */
export type CommandUses = Readonly<Record<string, { readonly count: number; readonly last: number }>>;

const MAX_USES = 50;
/** Of commands used last, which are offered first. */
const MAX_RECENT = 4;
/** In ms; then a use counts half. */
const HALF_LIFE = 7 * 24 * 3_600_000;

/** Invalid uses are omitted. */
export const parseUses = (text: string | undefined): CommandUses =>
  Object.fromEntries(
    Object.entries(members(parseJson(text))).flatMap(([id, value]) => {
      const { count, last } = members(value);
      return Number.isFinite(count) && Number.isFinite(last)
        ? [[id, { count: Number(count), last: Number(last) }]]
        : [];
    }),
  );

/** The oldest uses are forgotten. None is later than now: the clock may have been ahead. */
export function addUse(uses: CommandUses, id: string, now: number): CommandUses {
  const count = (Object.hasOwn(uses, id) ? (uses[id]?.count ?? 0) : 0) + 1;
  const rest = Object.entries(uses)
    .filter(([other]) => other !== id)
    .map(([other, use]) => [other, { ...use, last: Math.min(use.last, now) }] as const)
    .sort(([, one], [, other]) => other.last - one.last)
    .slice(0, MAX_USES - 1);
  return Object.fromEntries([[id, { count, last: now }], ...rest]);
}

/** Whole, at the title's start, at the start of a word, inside, or not at all (0). */
function fitOf(title: string, word: string): number {
  if (title === word) return 5;
  if (title.startsWith(word)) return 4;
  let best = 0;
  for (let at = title.indexOf(word); at > 0; at = title.indexOf(word, at + 1)) {
    best = Math.max(best, /[\p{L}\p{N}]/u.test(title.charAt(at - 1)) ? 1 : 3);
  }
  return best;
}

/** Those with every word of the text, by place, then by use. Without a text all, by group, the latest first. */
export function rankCommands(
  commands: readonly Command[],
  text: string,
  uses: CommandUses,
  now: number,
): readonly Command[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const latestUse = ({ id }: Command) => ownOf(uses, id);
  if (words.length === 0) {
    const recent = commands
      .filter((command) => command.group !== 'This screen' && latestUse(command))
      .sort((one, other) => (latestUse(other)?.last ?? 0) - (latestUse(one)?.last ?? 0))
      .slice(0, MAX_RECENT);
    const rest = commands.filter((command) => !recent.includes(command));
    return [
      ...recent.map((command) => ({ ...command, group: 'Recent' as const })),
      ...COMMAND_GROUPS.flatMap((group) => rest.filter((command) => command.group === group)),
    ];
  }
  return commands
    .flatMap((command) => {
      const fits = words.map((word) => fitOf(foldText(command.title), word));
      if (fits.includes(0)) return [];
      const use = latestUse(command);
      const weight = use ? Math.log2(1 + use.count) * 0.5 ** ((now - use.last) / HALF_LIFE) : 0;
      return [{ command, score: Math.min(...fits) + Math.min(2, weight) }];
    })
    .sort((one, other) => other.score - one.score)
    .map(({ command }) => command);
}
