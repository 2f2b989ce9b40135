import { useState } from 'react';
import type { Toast } from '#components/overlay/ToastItem.tsx';
import { Toasts } from '#components/overlay/Toasts.tsx';
import ConfirmPopup from '#islands/app/ConfirmPopup.tsx';

const TYPES = ['info', 'success', 'warning', 'error'] as const;

/** The content of the shell's island: toasts and the confirm popup, in a separate React tree. */
export function Shell() {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const [timers, setTimers] = useState('running');
  const [question, setQuestion] = useState<string>();
  const [answer, setAnswer] = useState('none');

  function ask(text: string) {
    setAnswer('none');
    setQuestion(text);
  }
  function reply(text: string) {
    setAnswer(text);
    setQuestion(undefined);
  }

  return (
    <section aria-label="Shell" className="mt-4 border-t border-base-300 pt-2">
      <div className="flex flex-wrap gap-2">
        {TYPES.map((type) => (
          <button
            key={type}
            type="button"
            className="btn btn-sm"
            onClick={() =>
              setToasts((now) => [...now, { id: now.length + 1, type, message: `A toast of type ${type}.` }])
            }
          >
            Toast {type}
          </button>
        ))}
        <button type="button" className="btn btn-sm" onClick={() => ask('Really?\nThere is no way back.')}>
          Ask
        </button>
      </div>
      <p>
        Timers: <output data-timers="">{timers}</output> Answer: <output data-answer="">{answer}</output>
      </p>
      <Toasts
        toasts={toasts}
        onClose={(id) => setToasts((now) => now.filter((toast) => toast.id !== id))}
        onPause={() => setTimers('paused')}
        onResume={() => setTimers('running')}
      />
      {question !== undefined && (
        <ConfirmPopup
          question={{ text: question, loss: undefined, answer: (yes) => reply(yes ? 'yes' : 'no') }}
        />
      )}
    </section>
  );
}
