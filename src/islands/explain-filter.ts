import type { FilterScope } from '#domain/collections/filter-completions.ts';

/**
 * Says what is wrong with a filter that the backend refused. The code is fetched only then.
 * @param known the fields, or the collection whose fields a path may follow
 */
export async function explainFilter(
  filter: string,
  known: readonly string[] | FilterScope | undefined,
): Promise<string | undefined> {
  const { filterProblem } = await import('#domain/app/filter-problem.ts');
  if (!known) return filterProblem(filter, () => undefined);
  if ('collection' in known) {
    const { unknownField } = await import('#domain/collections/unknown-field.ts');
    return filterProblem(filter, (path) => unknownField(path, known));
  }
  return filterProblem(filter, (path) => (known.includes(path.replace(/:.*$/, '')) ? undefined : path));
}
