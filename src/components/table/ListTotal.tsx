/** The footer of a list: the number of matching items, undefined while it is not known (RL-02, AD-03). */
export function ListTotal({ total }: { readonly total: number | undefined }) {
  return (
    <div className="border-t border-base-300 px-4 py-1.5 text-xs text-muted" role="status">
      Total found: {total ?? '...'}
    </div>
  );
}
