/** How far a key moves within `lines` or rows; letters are lower case. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

const clamp = (at: number, step: number, count: number) => Math.max(0, Math.min(count - 1, at + step));

/**
 * The item that a key moves to in a group that is one tab stop: Left and Right go through all, others through lines.
 * @param at index of the present item
 * @param lines for each item what its line is, compared by identity
 */
export function nextItem(key: string, at: number, lines: readonly unknown[]): number | undefined {
  const starts = lines.flatMap((line, index) => (index && line === lines[index - 1] ? [] : [index]));
  if (starts.length === 1 && (key === 'Home' || key === 'End'))
    return clamp(0, STEPS[key] ?? 0, lines.length);
  const aside = { ArrowLeft: at - 1, ArrowRight: at + 1 }[key];
  if (aside !== undefined) return lines.length > aside && aside >= 0 ? aside : undefined;
  const step = STEPS[key];
  if (step === undefined) return undefined;
  const line = starts.findLastIndex((start) => start <= at);
  const next = clamp(line, step, starts.length);
  if (next === line) return undefined;
  const place = at - (starts[line] ?? 0);
  return Math.min((starts[next] ?? 0) + place, (starts[next + 1] ?? lines.length) - 1);
}

/**
 * @param at index of the present row
 * @param page number of rows that fit the screen
 */
export function nextRow(key: string, at: number, count: number, page: number): number | undefined {
  const step = key === 'PageDown' ? page : key === 'PageUp' ? -page : STEPS[key];
  return step === undefined ? undefined : clamp(at, step, count);
}
