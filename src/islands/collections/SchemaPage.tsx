import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { inFrame, island } from '#islands/island.tsx';
import { formatHash } from '#routing/hash.ts';
import { routes } from '#routing/routes.ts';

const SchemaContent = lazyPart(() => import('./schema/SchemaContent.tsx'));

function Schema() {
  // Every page has what is prerendered.
  const isHydrated = useIsHydrated();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="page-header">
        <nav aria-label="Breadcrumb" className="flex items-center gap-1 text-lg text-muted">
          <a className="hover:underline max-sm:py-2" href={formatHash('collections')}>
            {routes.collections.title}
          </a>
          <span aria-hidden="true" className="icon-[ri--arrow-right-s-line] size-4" />
        </nav>
        <h1 className="page-title ml-1">{routes.schema.title}</h1>
      </header>
      {isHydrated && <SchemaContent />}
    </div>
  );
}

export default island(inFrame(routes.schema.frame), Schema);
