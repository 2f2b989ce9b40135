import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A part whose code comes when it is first shown, or ahead of that. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead; where that fails, showing the part tries again. Never rejects. */
  readonly preload: () => Promise<void>;
};

type Outcome<Props extends object> = { readonly Part: ComponentType<Props> } | { readonly error: unknown };

/** Where the code of a part comes from. */
interface Source<Props extends object> {
  /** What is here already. */
  readonly fetched: () => Outcome<Props> | undefined;
  /** Asks once, and again after a failure. */
  readonly fetch: () => Promise<Outcome<Props>>;
}

function createSource<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): Source<Props> {
  let fetched: Outcome<Props> | undefined;
  let underWay: Promise<Outcome<Props>> | undefined;
  const ask = async (): Promise<Outcome<Props>> => {
    try {
      fetched = { Part: (await load()).default };
      return fetched;
    } catch (error) {
      underWay = undefined;
      return { error };
    }
  };
  return {
    fetched: () => fetched,
    fetch: () => {
      underWay ??= ask();
      return underWay;
    },
  };
}

interface SlotProps<Props extends object> {
  readonly source: Source<Props>;
  readonly props: Props;
  readonly meanwhile: ReactNode;
}

function Slot<Props extends object>({ source, props, meanwhile }: SlotProps<Props>) {
  const [outcome, setOutcome] = useState(source.fetched);
  useLayoutEffect(() => {
    if (outcome) return;
    let isMounted = true;
    void source.fetch().then((result) => {
      if (isMounted) setOutcome(result);
    });
    return () => {
      isMounted = false;
    };
  }, [outcome, source]);
  if (!outcome) return meanwhile;
  if ('error' in outcome) throw outcome.error;
  return <outcome.Part {...props} />;
}

/**
 * A part that is fetched when it is first shown, with `meanwhile` until then, which should be of the size of
 * what comes. Unlike React's `lazy` it appears at once: what was fetched ahead in the very same render, anything
 * else without the 300 ms for which Suspense keeps its fallback. And what could not be fetched is asked for again
 * when it is next mounted, as by the retry of an error boundary; React's own keeps the failure for ever.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile?: ReactNode,
): LazyPart<Props> {
  const source = createSource(load);
  const part = (props: Props) => <Slot source={source} props={props} meanwhile={meanwhile} />;
  return Object.assign(part, {
    preload: async () => {
      await source.fetch();
    },
  });
}
