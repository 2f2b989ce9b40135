import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';

/** `total` is undefined while unknown. Blank in the prerendered page, which contains the lists of all screens. */
export function ListTotal({ total }: { readonly total: number | undefined }) {
  const isHydrated = useIsHydrated();
  return (
    <div className="border-t border-base-300 px-4 text-xs leading-(--footer-height) text-muted" role="status">
      {isHydrated ? `Total found: ${total ?? '...'}` : '\u00a0'}
    </div>
  );
}
