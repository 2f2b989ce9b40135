import { useStore } from '@nanostores/react';
import { ErrorBoundary } from '../../components/ErrorBoundary.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Toasts } from '../../components/overlay/Toasts.tsx';
import { $question } from '../../stores/confirm.ts';
import { $toasts, pauseToasts, removeToast, resumeToasts } from '../../stores/toasts.ts';

const ConfirmPopup = lazyPart(() => import('./ConfirmPopup.tsx'));

/** What floats above every screen: toasts and the global question. */
export default function Overlays() {
  const toasts = useStore($toasts, { ssr: 'initial' });
  const question = useStore($question, { ssr: 'initial' });
  return (
    <ErrorBoundary>
      <Toasts toasts={toasts} onClose={removeToast} onPause={pauseToasts} onResume={resumeToasts} />
      {question && <ConfirmPopup question={question} />}
    </ErrorBoundary>
  );
}
