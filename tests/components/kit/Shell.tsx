import { useState } from 'react';
import { ConfirmDialog } from '#components/overlay/ConfirmDialog.tsx';
import { type ToastItem, Toasts } from '#components/overlay/Toasts.tsx';

const TYPES = ['info', 'success', 'warning', 'error'] as const;

/** What the shell's island holds: toasts and the confirm popup, in a React tree of its own. */
export function Shell() {
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  const [clocks, setClocks] = useState('running');
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
        Clocks: <output data-clocks="">{clocks}</output> Answer: <output data-answer="">{answer}</output>
      </p>
      <Toasts
        toasts={toasts}
        onClose={(id) => setToasts((now) => now.filter((toast) => toast.id !== id))}
        onPause={() => setClocks('paused')}
        onResume={() => setClocks('running')}
      />
      <ConfirmDialog
        open={question !== undefined}
        question={question ?? 'Really?\nThere is no way back.'}
        onYes={() => reply('yes')}
        onNo={() => reply('no')}
      />
    </section>
  );
}
