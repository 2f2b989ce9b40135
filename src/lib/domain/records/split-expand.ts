import { isObject, members } from '#domain/app/lenient.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';

/** With modifiers, such as `title:excerpt(200,true)`. */
const FIELD = /[^,(]+(?:\([^)]*\))?/g;

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join();

/**
 * The first query has the records, the others their ids and the relations for which it has no room. One that is too
 * long by itself is expanded without what is below it.
 */
export function splitExpand(query: RecordsQuery, fits: (query: RecordsQuery) => boolean) {
  const fields = query.fields.match(FIELD) ?? [];
  const own = fields.filter((field) => !field.startsWith('expand.'));
  let last: RecordsQuery = { ...query, fields: own.join(), expand: '' };
  // Excerpts and lists of fields only save time.
  if (!fits(last)) last = { ...last, fields: own.includes('*') ? '*' : '' };
  const queries: [RecordsQuery, ...RecordsQuery[]] = [last];
  const roots = Map.groupBy(query.expand.split(',').filter(Boolean), (path) => path.replace(/\..*/, ''));
  for (const [root, paths] of roots) {
    const whole = `expand.${root}`;
    const excerpts = fields.filter((field) => field.startsWith(`${whole}.`)).join();
    const named = queries.length > 1 ? excerpts || whole : excerpts;
    const added = { ...last, fields: joined(last.fields, named), expand: joined(last.expand, ...paths) };
    const alone = (what: string, expand: string) => ({ ...query, fields: joined('id', what), expand });
    const next = [
      added,
      alone(excerpts || whole, paths.join()),
      alone(whole, paths.join()),
      alone(whole, root),
    ];
    const found = next.find(fits);
    if (!found) continue;
    last = found;
    if (found === added) queries[queries.length - 1] = found;
    else queries.push(found);
  }
  return queries;
}

/** The records with the relations that another response has expanded. */
export function withExpanded(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const expandedBy = new Map(others.map(members).map(({ id, expand }) => [id, expand]));
  return items.map((item) => {
    const { id, expand, ...rest } = members(item);
    const more = expandedBy.get(id);
    return isObject(more) ? { id, ...rest, expand: { ...members(expand), ...more } } : item;
  });
}
