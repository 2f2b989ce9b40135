import * as v from 'valibot';
import { ownOf, parseJson } from '#domain/app/lenient.ts';
import { formatSort, isSortBy, parseSort } from '#domain/app/sort.ts';
import { type Column, columnsOf } from '#domain/collections/columns.ts';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { type Named, parseItems } from '#domain/collections/named-items.ts';
import { unknownField } from '#domain/collections/unknown-field.ts';
import { formatFilter, isPath } from '#domain/model/filter/tree.ts';
import { type ChosenWidths, parseColumnWidths } from '../column-width.ts';
import { type BuilderNode, builderOf, changeNode, conditionsOf } from '../filter-builder/builder-tree.ts';

const viewContent = v.object({
  filter: v.string(),
  sort: v.string(),
  /** In their order; by their names, a view works on another backend. */
  columns: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      isHidden: v.optional(v.boolean()),
      /** In px; absent for the width of the content. */
      width: v.optional(v.number()),
    }),
  ),
});

export type ViewContent = Readonly<v.InferOutput<typeof viewContent>>;

export type View = Named<ViewContent>;

/** '' for none. */
export type ListAddress = Pick<ViewContent, 'filter' | 'sort'>;

export interface ArrangedColumns {
  readonly hidden: readonly string[];
  /** In px. */
  readonly widths: ChosenWidths;
  /** Empty for the order of the schema. */
  readonly order: readonly string[];
}

export interface UsableView extends View {
  readonly arranged: ArrangedColumns;
  readonly lost: readonly string[];
}

/** What is no view is left out. Empty for any other text. */
export const parseViews = (text: string): View[] =>
  parseItems(text, (value): value is ViewContent => v.is(viewContent, value));

/** `columns` are all of the collection, in the order on screen. */
export function viewContentOf(
  columns: readonly Column[],
  { filter, sort }: ListAddress,
  { hidden, widths }: Pick<ArrangedColumns, 'hidden' | 'widths'>,
): ViewContent {
  return {
    filter,
    sort,
    columns: columns.map(({ id, name }) => {
      const width = ownOf(widths, id);
      return { id, name, ...(hidden.includes(id) && { isHidden: true }), ...(width && { width }) };
    }),
  };
}

/** Present names of fields, without conditions that name fields which are gone; a text that is no filter stays. */
function usableFilter(
  filter: string,
  scope: FilterScope,
  nameOf: (name: string) => string,
  lost: (name: string) => void,
): string {
  const root = builderOf(filter, scope.dialect.functions);
  if ('problem' in root) return filter;
  const sideNow = (side: string) => (isPath(side) ? side.replace(/^\w+/, nameOf) : side);
  let rest: BuilderNode | undefined = root;
  for (const condition of conditionsOf(root)) {
    const [left, right] = [sideNow(condition.left), sideNow(condition.right)];
    const gone = [left, right].flatMap((side) => (isPath(side) ? (unknownField(side, scope) ?? []) : []));
    gone.forEach(lost);
    if (!rest || (!gone.length && left === condition.left && right === condition.right)) continue;
    rest = changeNode(rest, condition.id, () => (gone.length ? undefined : { ...condition, left, right }));
  }
  if (rest === root) return filter;
  return rest?.kind === 'group' ? formatFilter(rest) : '';
}

export function usableView(view: View, scope: FilterScope): UsableView {
  const columns = columnsOf(scope.collection);
  const names = columns.map(({ name }) => name);
  const lost = new Set<string>();
  const present = new Map<string, string>();
  const kept = view.columns.flatMap((saved) => {
    const column =
      columns.find(({ id }) => id === saved.id) ?? columns.find(({ name }) => name === saved.name);
    if (column) present.set(saved.name, column.name);
    else if (!saved.isHidden) lost.add(saved.name);
    return column ? [{ ...saved, id: column.id }] : [];
  });
  const nameOf = (name: string) => present.get(name) ?? name;
  const keys = parseSort(view.sort);
  const sort = keys
    .map((key) => ({ ...key, name: nameOf(key.name) }))
    .filter(({ name }) => names.includes(name) || void lost.add(name));
  const isSame = isSortBy(names, view.sort) && keys.every(({ name }) => nameOf(name) === name);
  const widths = kept.flatMap(({ id, width }) => (width === undefined ? [] : [[id, width] as const]));
  return {
    ...view,
    filter: usableFilter(view.filter, scope, nameOf, (name) => lost.add(name)),
    sort: isSame ? view.sort : formatSort(sort),
    arranged: {
      hidden: kept.flatMap(({ id, isHidden }) => (isHidden ? [id] : [])),
      widths: parseColumnWidths(JSON.stringify(Object.fromEntries(widths))),
      order: kept.map(({ id }) => id),
    },
    lost: [...lost],
  };
}

const isBare = ({ filter, sort }: ListAddress): boolean => filter === '' && sort === '';

/** Whether a list of this address is that of the view. */
export const isAt = (address: ListAddress, view: ListAddress): boolean =>
  view.filter === address.filter && view.sort === address.sort;

/**
 * The view with this filter and sort; the default one when a collection is opened without both. A list that is filtered
 * or sorted further stays on its view.
 * @param before the view on screen
 * @param isOpened the collection was not on screen before
 */
export function viewAt<T extends View>(
  views: readonly T[],
  address: ListAddress,
  before: T | undefined,
  isOpened: boolean,
): T | undefined {
  const fallback = isOpened && isBare(address) ? views.find(({ isDefault }) => isDefault) : undefined;
  if (fallback) return fallback;
  if (before && isAt(address, before)) return before;
  return isBare(address) ? undefined : (views.find((view) => isAt(address, view)) ?? before);
}

const PARTS = {
  filter: ({ filter }: ViewContent) => filter,
  sort: ({ sort }: ViewContent) => sort,
  columns: ({ columns }: ViewContent) => columns.flatMap(({ id, isHidden }) => (isHidden ? id : [])).sort(),
  order: ({ columns }: ViewContent) => columns.map(({ id }) => id),
  widths: ({ columns }: ViewContent) => columns.map(({ id, width }) => [id, width]).sort(),
};

/** In words such as `filter` and `widths`. */
export const differences = (a: ViewContent, b: ViewContent): string[] =>
  Object.entries(PARTS).flatMap(([word, part]) =>
    JSON.stringify(part(a)) === JSON.stringify(part(b)) ? [] : [word],
  );

const shownView = v.object({
  id: v.string(),
  collectionId: v.string(),
  columns: v.object({
    hidden: v.array(v.string()),
    widths: v.record(v.string(), v.number()),
    order: v.array(v.string()),
  }),
  isChanged: v.optional(v.boolean()),
});

/** Before a reload; undefined for any other text. */
export function parseShownView(text: string): v.InferOutput<typeof shownView> | undefined {
  const shown = v.safeParse(shownView, parseJson(text));
  return shown.success ? shown.output : undefined;
}
