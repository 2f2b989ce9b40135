import { $hasViews } from './stored-views.ts';

const fetchViews = () => import('./views.ts');

/** Saves the list on screen as its view. */
export const updateShownView = async (): Promise<void> => (await fetchViews()).updateView();

/** Starts the views once there are any, then `start`: a view decides what is requested. Works without their code. */
export function startViewsBefore(start: () => () => void): () => void {
  const stops: (() => void)[] = [];
  let isStopped = false;
  const begin = (each: () => () => void) => {
    if (!isStopped) stops.push(each());
  };
  let starting: Promise<void> | undefined;
  const startViews = (isListShown: boolean) => {
    starting ??= fetchViews().then(
      (views) => begin(() => views.startViews(isListShown)),
      () => {},
    );
  };
  if ($hasViews.get()) startViews(false);
  if (starting) void starting.then(() => begin(start));
  else begin(start);
  stops.push($hasViews.subscribe((hasViews) => hasViews && startViews(true)));
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
