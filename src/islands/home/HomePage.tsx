import { type ReactNode, useEffect, useId } from 'react';
import { RefreshButton } from '#components/elements/RefreshButton.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { RULE_LABELS } from '#domain/collections/rules.ts';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { formatHash } from '#routing/hash.ts';
import { routes } from '#routing/routes.ts';
import { checksCard, openCard } from '#stores/home/basics.ts';
import { $isLoadingHome, refreshHome, startHome } from '#stores/home/cards.ts';
import { CardBody, CardSkeleton, HomeLine, HomeLines } from './CardBody.tsx';

const { frame, title } = routes.home;

// Each shares code with another screen, which no other card needs.
const fallback = <CardSkeleton />;
const ErrorsToday = lazyPart(() => import('./ErrorsToday.tsx'), { fallback });
const NewestRecords = lazyPart(() => import('./NewestRecords.tsx'), { fallback });
const BackupsSummary = lazyPart(() => import('./BackupsSummary.tsx'), { fallback });

function Card({ title, isHidden, children }: { title: string; isHidden?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`mb-4 min-w-0 break-inside-avoid flex-col gap-2 rounded-box border border-base-300 p-4 ${isHidden ? 'hidden' : 'flex'}`}
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function OpenRules() {
  return (
    <Card title="Open to anyone">
      <CardBody card={openCard} failed="The rules could not be loaded.">
        {(open) =>
          open.length ? (
            <HomeLines label="Open to anyone">
              {open.map(({ collection, rules }) => (
                <HomeLine
                  key={collection.id}
                  href={formatHash('collections', { collectionId: collection.id })}
                  icon="icon-[ri--alert-line] text-warning"
                  note={rules.map((name) => RULE_LABELS[name]).join(', ')}
                >
                  {collection.name}
                </HomeLine>
              ))}
            </HomeLines>
          ) : (
            <p className="text-muted">No rule is open to anyone.</p>
          )
        }
      </CardBody>
      <p>
        <a className="link" href={formatHash('access')}>
          Who may do what
        </a>
      </p>
    </Card>
  );
}

function Checks() {
  const load = useInitial(checksCard.$load);
  return (
    <Card title="To check" isHidden={load.state === 'ready' && !load.value.length}>
      <CardBody card={checksCard} failed="The settings could not be loaded.">
        {(checks) => (
          <ul className="flex flex-col gap-2">
            {checks.map(({ words, route }) => (
              <li key={words}>
                {words}{' '}
                <a className="link" href={formatHash(route)}>
                  {routes[route].title}
                </a>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function Home() {
  const isLoading = useInitial($isLoadingHome);
  // Every page has what is prerendered.
  const isHydrated = useIsHydrated();
  useEffect(startHome, []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="page-header">
        <h1 className="page-title">{title}</h1>
        <RefreshButton busy={isLoading} onRefresh={refreshHome} />
      </header>
      {isHydrated && (
        <div className="min-h-0 overflow-y-auto px-4 pt-1">
          <div className="columns-[22rem] gap-4">
            <Card title="Errors today">
              <ErrorsToday />
            </Card>
            <Card title="Newest records">
              <NewestRecords />
            </Card>
            <Card title={routes.settingsBackups.title}>
              <BackupsSummary />
            </Card>
            <OpenRules />
            <Checks />
          </div>
        </div>
      )}
    </div>
  );
}

export default island(inFrame(frame), Home);
