import { ErrorBoundary } from '#components/feedback/ErrorBoundary.tsx';
import { lazySlot } from '#components/feedback/lazy-slot.tsx';
import { Toasts } from '#components/overlay/Toasts.tsx';
import { useInitial } from '#islands/use-prerendered.ts';
import { $question, type Question } from '#stores/app/confirm.ts';
import { $toasts, pauseToasts, removeToast, resumeToasts } from '#stores/app/toasts.ts';

const ConfirmPopup = lazySlot(() => import('./ConfirmPopup.tsx'), {
  failed: ({ error }) => {
    throw error;
  },
});

/** Uses the browser's dialog if the popup can't be fetched: an unanswered question would block its panel forever. */
function askNatively({ text, loss, answer }: Question) {
  queueMicrotask(() => answer(window.confirm(loss ? `${text}\n\n${loss}` : text)));
}

/** The overlays of every screen: toasts and the global question. */
export default function Overlays() {
  const toasts = useInitial($toasts);
  const question = useInitial($question);
  return (
    <ErrorBoundary>
      <Toasts toasts={toasts} onClose={removeToast} onPause={pauseToasts} onResume={resumeToasts} />
      {question && (
        <ErrorBoundary onError={() => askNatively(question)}>
          <ConfirmPopup question={question} />
        </ErrorBoundary>
      )}
    </ErrorBoundary>
  );
}
