// chunks: collections
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { NameSearch } from '#components/form/NameSearch.tsx';
import { useRoving } from '#components/keys/use-keys.ts';
import { Dropdown } from '#components/overlay/Dropdown.tsx';
import type { Collection } from '#domain/backend/collection.ts';
import { isInternal, searchCollections } from '#domain/collections/collection.ts';
import { CollectionsFailed } from '#islands/CollectionsFailed.tsx';
import { inFrame, island, useInitial, usePrerendered } from '#islands/island.tsx';
import { formatHash } from '#routing/hash.ts';
import { routes } from '#routing/routes.ts';
import { $hidesControls } from '#stores/app/settings.ts';
import { startSharing } from '#stores/arrangements/start.ts';
import { openNewCollection } from '#stores/collections/editor/open.ts';
import { $folderMode, chooseFolderMode, requestFolder } from '#stores/collections/folder-mode.ts';
import { $activeCollection, $collections } from '#stores/collections/list.ts';
import { $pins } from '#stores/collections/pins.ts';
import { $hasViews } from '#stores/records/stored-views.ts';
import { CollectionLink } from './CollectionLink.tsx';
import { scrollToActive } from './scroll-to-active.ts';

/** With more collections than this the search box is shown; the backend's own, which are folded, do not count. */
const SEARCH_ABOVE = 5;
/** With more collections than this the list is compact, counted alike. */
const COMPACT_ABOVE = 20;
/** With more collections than this, only those in sight are in the page. */
const WINDOW_ABOVE = 100;
const MODES = [
  ['none', 'No folders'],
  ['prefix', 'By name prefix'],
  ['manual', 'My folders'],
] as const;

function Group({ heading, collections }: { heading: string; collections: readonly Collection[] }) {
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
      <Group heading={pinned.length ? 'Others' : ''} collections={others} />
    </>
  );
}

const CollectionTree = lazyPart(() => import('./CollectionTree.tsx'), { fallback: <Loading /> });

function Loading() {
  return (
    <div className="flex flex-col gap-3 p-3" role="status" data-skeleton="">
      <span className="sr-only">Loading collections...</span>
      {Array.from({ length: 8 }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton keep their order.
        <Skeleton key={line} className="h-5 w-full" />
      ))}
    </div>
  );
}

function FoldersMenu({ mode, onNew }: { mode: unknown; onNew: () => void }) {
  return (
    <Dropdown
      label="Folders"
      tooltip="Folders"
      tooltipSide="right"
      triggerClass="btn btn-ghost btn-sm btn-square max-sm:size-10"
      items={() => [
        ...MODES.map(([key, label]) => ({
          label,
          radio: true,
          checked: key === mode,
          onSelect: () => chooseFolderMode(key),
        })),
        'separator',
        { label: 'New folder…', onSelect: onNew },
      ]}
    >
      <span className="icon-[ri--folder-2-line] size-4" aria-hidden="true" />
    </Dropdown>
  );
}

function Content() {
  const load = useInitial($collections);
  const activeId = usePrerendered($activeCollection, undefined)?.id;
  const mode = usePrerendered($folderMode, undefined);
  const hasViews = usePrerendered($hasViews, false);
  const list = useRef<HTMLElement>(null);
  const [search, setSearch] = useState('');
  const isReady = load.state === 'ready';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list scrolls when another collection becomes active.
  useEffect(() => {
    // In the next frame: measuring at once would lay out the page once more.
    const frame = requestAnimationFrame(() => scrollToActive(list.current));
    return () => cancelAnimationFrame(frame);
  }, [activeId, isReady, search === '']);
  if (load.state === 'busy') return <Loading />;
  if (load.state === 'failed') return <CollectionsFailed error={load.error} />;
  const internal = load.value.filter(isInternal).length;
  const count = load.value.length - internal;
  const isSearchable = count > SEARCH_ABOVE;
  const isSearch = isSearchable && search !== '';
  const hasFolders = mode === 'prefix' || mode === 'manual';
  const isTree = hasFolders || hasViews || load.value.length > WINDOW_ABOVE || internal > 0;
  const found = isSearch && !isTree ? searchCollections(load.value, search) : load.value;
  const empty = (
    <p className="px-3 py-2 text-muted" role="status">
      No collections found.
    </p>
  );
  return (
    <>
      {(isSearchable || mode !== undefined) && (
        <div className="m-2 mb-0 flex justify-end gap-1">
          {isSearchable && <NameSearch value={search} onChange={setSearch} />}
          <FoldersMenu
            mode={hasFolders ? mode : 'none'}
            onNew={() => {
              setSearch('');
              requestFolder();
            }}
          />
        </div>
      )}
      <nav
        ref={list}
        aria-label="Collections"
        className={`min-h-0 flex-1 overflow-y-auto py-1 ${count > COMPACT_ABOVE ? 'compact' : ''}`}
      >
        {isTree ? (
          <CollectionTree
            all={load.value}
            search={isSearch ? search : ''}
            empty={empty}
            scroller={list}
            windowAbove={WINDOW_ABOVE}
          />
        ) : found.length > 0 ? (
          <Groups collections={found} />
        ) : (
          load.value.length > 0 && empty
        )}
      </nav>
    </>
  );
}

function NewCollection() {
  const isReady = useInitial($collections).state === 'ready';
  const hidesControls = usePrerendered($hidesControls, false);
  if (hidesControls || !isReady) return null;
  return (
    <div className="shrink-0 border-t border-base-300 p-2">
      <Button className="w-full" icon="icon-[ri--add-line]" onClick={openNewCollection}>
        New collection
      </Button>
    </div>
  );
}

/** Screens about all collections. Arrow keys go on to them from the list, with which they are one tab stop. */
function Links() {
  if (useInitial($collections).state !== 'ready') return null;
  return (
    <nav aria-label="Schema and access" className="flex shrink-0 border-t border-base-300 py-1">
      <a className="side-link" href={formatHash('schema')}>
        <span className="icon-[ri--organization-chart]" aria-hidden="true" />
        {routes.schema.title}
      </a>
      <a className="side-link" href={formatHash('access')}>
        <span className="icon-[ri--shield-user-line]" aria-hidden="true" />
        {routes.access.title}
      </a>
    </nav>
  );
}

function CollectionsSidebar() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(startSharing, []);
  useRoving(box, 'nav :is(a, button):not([role^=menuitem])', 'li');
  return (
    <div ref={box} className="flex h-full min-h-0 flex-col">
      <Content />
      <Links />
      <NewCollection />
    </div>
  );
}

export default island(inFrame('collections'), CollectionsSidebar);
