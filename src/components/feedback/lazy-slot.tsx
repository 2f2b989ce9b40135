import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { loadLateStyles } from '#browser/styles.ts';

/** A component whose code is fetched when it is first shown, or earlier by `preload`. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead; if that fails, showing the part tries again. Never rejects. */
  readonly preload: () => Promise<void>;
  readonly isFetched: () => boolean;
};

export interface Failure<Props extends object> {
  readonly error: unknown;
  readonly props: Props;
  readonly retryFailed: boolean;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

export interface SlotOptions<Props extends object> {
  readonly fallback?: ReactNode;
  /** Whether the page has its styles from the start. */
  readonly isStyled?: boolean;
  /** Renders the failure, or throws. */
  readonly failed: (failure: Failure<Props>) => ReactNode;
}

type Outcome<Props extends object> = { readonly Part: ComponentType<Props> } | { readonly error: unknown };

function createSource<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isStyled = false,
) {
  let fetched: Outcome<Props> | undefined;
  let pending: Promise<Outcome<Props>> | undefined;
  const request = async (): Promise<Outcome<Props>> => {
    try {
      const [{ default: Part }] = await Promise.all([load(), isStyled || loadLateStyles()]);
      fetched = { Part };
      return fetched;
    } catch (error) {
      pending = undefined;
      return { error };
    }
  };
  return {
    fetched: () => fetched,
    /** Requests the code once, and again after a failure. */
    fetch: () => {
      pending ??= request();
      return pending;
    },
  };
}

interface SlotProps<Props extends object> {
  readonly source: ReturnType<typeof createSource<Props>>;
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
  if (!outcome) return options.fallback;
  if ('Part' in outcome) return <outcome.Part {...props} />;
  const onRetry = () => setIsBusy(true);
  return options.failed({ error: outcome.error, props, retryFailed: failures > 1, busy: isBusy, onRetry });
}

/** A {@link LazyPart} whose caller renders a failure. */
export function lazySlot<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: SlotOptions<Props>,
): LazyPart<Props> {
  const source = createSource(load, options.isStyled);
  const part = (props: Props) => <Slot source={source} props={props} options={options} />;
  return Object.assign(part, {
    preload: async () => {
      await source.fetch();
    },
    isFetched: () => source.fetched() !== undefined,
  });
}
