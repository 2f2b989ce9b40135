/**
 * The part of a version in a changelog: what is between its heading (`## [1.2.0] - 2026-11-24`) and the next one.
 * @returns undefined when there is none, or it says nothing
 */
export function partOf(changelog: string, version: string): string | undefined {
  const part = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}]`));
  return part?.slice(part.indexOf('\n')).trim() || undefined;
}
