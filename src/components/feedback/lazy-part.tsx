import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { LoadFailure } from './LoadFailure.tsx';

/** A part whose code comes when it is first shown, or ahead of that. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead; where that fails, showing the part tries again. Never rejects. */
  readonly preload: () => Promise<void>;
  /** Whether the code is here. */
  readonly isFetched: () => boolean;
};

/** What {@link lazyPart} can be told. */
export interface LazyPartOptions<Props extends object> {
  /** Shown until the part is here; should be of its size. */
  readonly meanwhile?: ReactNode;
  /** Takes back the request for the part; what stands in its place has a button for it. */
  readonly onClose?: (props: Props) => void;
  /** The part floats above the page, and so does what tells that it could not be fetched. */
  readonly floats?: boolean;
  /** What failed goes to the error boundary around the part, and nothing stands in its place. */
  readonly throws?: boolean;
}

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
  readonly options: LazyPartOptions<Props>;
}

function Slot<Props extends object>({ source, props, options }: SlotProps<Props>) {
  const [outcome, setOutcome] = useState(source.fetched);
  const [isBusy, setIsBusy] = useState(!outcome);
  const [failures, setFailures] = useState(0);
  useLayoutEffect(() => {
    if (!isBusy) return;
    let isMounted = true;
    void source.fetch().then((result) => {
      if (!isMounted) return;
      setOutcome(result);
      setIsBusy(false);
      if ('error' in result) setFailures((count) => count + 1);
    });
    return () => {
      isMounted = false;
    };
  }, [source, isBusy]);
  if (!outcome) return options.meanwhile;
  if ('Part' in outcome) return <outcome.Part {...props} />;
  if (options.throws) throw outcome.error;
  const { onClose, floats } = options;
  return (
    <LoadFailure
      again={failures > 1}
      busy={isBusy}
      onRetry={() => setIsBusy(true)}
      onClose={onClose && (() => onClose(props))}
      floats={floats}
    />
  );
}

/**
 * A part that is fetched when it is first shown. Unlike React's `lazy` it appears at once: what was fetched ahead in
 * the very same render, anything else without the 300 ms for which Suspense keeps its fallback. A part that can't be
 * fetched fails alone: what is around it stays, with all it holds, and a retry stands in its place; React's own takes
 * everything up to the next error boundary with it and keeps the failure for ever.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const source = createSource(load);
  const part = (props: Props) => <Slot source={source} props={props} options={options} />;
  return Object.assign(part, {
    preload: async () => {
      await source.fetch();
    },
    isFetched: () => source.fetched() !== undefined,
  });
}
