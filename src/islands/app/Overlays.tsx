// chunks: core
import { pageSetting } from '#browser/page-settings.ts';
import { ErrorBoundary } from '#components/feedback/ErrorState.tsx';
import { lazySlot } from '#components/feedback/lazy-slot.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { useReadOnly } from '#components/hooks/use-read-only.ts';
import { Toasts } from '#components/overlay/Toasts.tsx';
import { useInitial } from '#islands/island.tsx';
import { $question, type Question } from '#stores/app/confirm.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { $toasts, pauseToasts, removeToast, resumeToasts } from '#stores/app/toasts.ts';

const ConfirmPopup = lazySlot(() => import('./ConfirmPopup.tsx'), {
  failed: ({ error }) => {
    throw error;
  },
});

/** Uses the browser's dialog if the popup can't be fetched: an unanswered question would block its panel forever. */
function askNatively({ text, loss, typed, answer }: Question) {
  const lines = loss ? `${text}\n\n${loss}` : text;
  queueMicrotask(() =>
    answer(
      typed === undefined
        ? window.confirm(lines)
        : window.prompt(`${lines}\n\nType ${typed} to confirm.`) === typed,
    ),
  );
}

function OfflineNote() {
  const isOffline = useInitial($isOffline);
  return (
    <div role="status" className="contents">
      {isOffline && (
        <p className="fixed inset-x-0 bottom-(--bar) mx-auto w-fit rounded-t-box bg-neutral px-3 py-1 text-xs text-neutral-content">
          You're offline. Retrying…
        </p>
      )}
    </div>
  );
}

const BackendStrip = lazySlot(() => import('./BackendStrip.tsx'), { failed: () => null });
const ReadOnlySign = lazySlot(() => import('./ReadOnlySign.tsx'), { failed: () => null });

export default function Overlays() {
  const toasts = useInitial($toasts);
  const question = useInitial($question);
  const hasBackends = useIsHydrated() && pageSetting('backends') !== '';
  const readOnly = useReadOnly();
  return (
    <ErrorBoundary>
      {hasBackends && <BackendStrip />}
      {readOnly && <ReadOnlySign by={readOnly} />}
      <Toasts toasts={toasts} onClose={removeToast} onPause={pauseToasts} onResume={resumeToasts}>
        <OfflineNote />
      </Toasts>
      {question && (
        <ErrorBoundary onError={() => askNatively(question)}>
          <ConfirmPopup question={question} />
        </ErrorBoundary>
      )}
    </ErrorBoundary>
  );
}
