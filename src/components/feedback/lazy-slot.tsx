import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

/** A part whose code comes when it is first shown, or ahead of that. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead; where that fails, showing the part tries again. Never rejects. */
  readonly preload: () => Promise<void>;
  /** Whether the code is here. */
  readonly isFetched: () => boolean;
};

/** What stands in the place of a part that can't be fetched. */
export interface Failure<Props extends object> {
  readonly error: unknown;
  readonly props: Props;
  /** Trying again failed as well. */
  readonly again: boolean;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** What {@link lazySlot} can be told. */
export interface SlotOptions<Props extends object> {
  /** Shown until the part is here; should be of its size. */
  readonly meanwhile?: ReactNode;
  /** Shows what failed, or throws. */
  readonly failed: (failure: Failure<Props>) => ReactNode;
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
  readonly options: SlotOptions<Props>;
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
  const onRetry = () => setIsBusy(true);
  return options.failed({ error: outcome.error, props, again: failures > 1, busy: isBusy, onRetry });
}

/** A {@link LazyPart} that leaves to its caller what a failure looks like. */
export function lazySlot<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: SlotOptions<Props>,
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
