import { type ComponentType, lazy, Suspense, useState } from 'react';

/**
 * Like React's `lazy`, but a part that could not be fetched is asked for again when it is next mounted, as
 * by the retry of an error boundary; React's own keeps the failure for ever. Shows nothing meanwhile.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
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
    return <Suspense>{<Part {...props} />}</Suspense>;
  };
}
