import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/**
 * Like React's `lazy`, but a part that could not be fetched is asked for again when it is next mounted, as
 * by the retry of an error boundary; React's own keeps the failure for ever. Shows `meanwhile` until
 * then, which should be of the size of what comes.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  const ask = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        current = ask();
        throw error;
      }),
    );
  let current: ReturnType<typeof ask> = ask();
  return (props) => {
    // What suspends before it is mounted loses its state, so this must stand outside of Suspense.
    const [Part] = useState(() => current);
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}
