import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useRoving } from '#components/keys/use-keys.ts';
import { type Collection, searchCollections } from '#domain/collections/collection.ts';
import { inFrame, island } from '#islands/island.tsx';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $hideControls } from '#stores/app/settings.ts';
import { openNewCollection } from '#stores/collections/editor/open.ts';
import { $activeCollection, $collections, loadCollections } from '#stores/collections/list.ts';
import { $pins } from '#stores/collections/pins.ts';
import { CollectionLink } from './CollectionLink.tsx';
import { CollectionSearch } from './CollectionSearch.tsx';

/** With more collections than this the search box is shown. */
const SEARCH_ABOVE = 5;
/** With more collections than this the list is compact. */
const COMPACT_ABOVE = 20;
/** Lines of the skeleton while the list loads. */
const SKELETON_LINES = 8;

function Group({
  heading,
  collections,
}: {
  heading: string | undefined;
  collections: readonly Collection[];
}) {
  const active = usePrerendered($activeCollection, undefined);
  if (!collections.length) return null;
  const list = (
    <ul>
      {collections.map((collection) => (
        <li key={collection.id}>
          <CollectionLink collection={collection} isActive={collection === active} />
        </li>
      ))}
    </ul>
  );
  if (!heading) return list;
  return (
    <section aria-label={heading}>
      <h2 className="side-heading">{heading}</h2>
      {list}
    </section>
  );
}

function Groups({ collections }: { collections: readonly Collection[] }) {
  const pins = useInitial($pins);
  const pinned = collections.filter(({ id }) => pins.includes(id));
  const others = collections.filter(({ id }) => !pins.includes(id));
  return (
    <>
      <Group heading="Pinned" collections={pinned} />
      <Group heading={pinned.length ? 'Others' : undefined} collections={others} />
    </>
  );
}

/** Scrolls the list just as far as needed to show the active collection. */
function scrollToActive(list: HTMLElement) {
  const active = list.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!active) return;
  const { top, bottom } = list.getBoundingClientRect();
  if (active.top < top) list.scrollTop -= top - active.top;
  else if (active.bottom > bottom) list.scrollTop += active.bottom - bottom;
}

function Content() {
  const load = useInitial($collections);
  const activeId = usePrerendered($activeCollection, undefined)?.id;
  const list = useRef<HTMLElement>(null);
  const [search, setSearch] = useState('');
  const isReady = load.state === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls when another collection becomes active.
  useEffect(() => {
    // In the next frame: measuring at once would lay out the page once more.
    const frame = requestAnimationFrame(() => {
      if (list.current) scrollToActive(list.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [activeId, isReady, search === '']);

  if (load.state === 'busy') {
    return (
      <div className="flex flex-col gap-3 p-3" role="status" data-skeleton="">
        <span className="sr-only">Loading collections...</span>
        {Array.from({ length: SKELETON_LINES }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton keep their order.
          <Skeleton key={line} className="h-5 w-full" />
        ))}
      </div>
    );
  }
  if (load.state === 'failed') {
    return (
      <ErrorState
        title="The collections could not be loaded."
        message={load.error.message}
        onRetry={() => void loadCollections()}
      />
    );
  }
  const isSearchable = load.value.length > SEARCH_ABOVE;
  const found = isSearchable && search ? searchCollections(load.value, search) : load.value;
  return (
    <>
      {isSearchable && <CollectionSearch value={search} onChange={setSearch} />}
      <nav
        ref={list}
        aria-label="Collections"
        className={`min-h-0 flex-1 overflow-y-auto py-1 ${load.value.length > COMPACT_ABOVE ? 'compact' : ''}`}
      >
        {found.length > 0 && <Groups collections={found} />}
        {found.length === 0 && load.value.length > 0 && (
          <p className="px-3 py-2 text-muted" role="status">
            No collections found.
          </p>
        )}
      </nav>
    </>
  );
}

/** Opens an empty editor; hidden by hide-controls. */
function NewCollection() {
  const load = useInitial($collections);
  const hideControls = usePrerendered($hideControls, false);
  if (hideControls || load.state !== 'ready') return null;
  return (
    <div className="shrink-0 border-t border-base-300 p-2">
      <Button className="w-full" icon="icon-[ri--add-line]" onClick={openNewCollection}>
        New collection
      </Button>
    </div>
  );
}

/** The list of collections next to the records. */
function CollectionsSidebar() {
  const box = useRef<HTMLDivElement>(null);
  useRoving(box, 'nav :is(a, button)', 'li');
  return (
    <div ref={box} className="flex h-full min-h-0 flex-col">
      <Content />
      <NewCollection />
    </div>
  );
}

export default island(inFrame('collections'), CollectionsSidebar);
