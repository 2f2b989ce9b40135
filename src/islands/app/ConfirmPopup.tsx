import { ConfirmDialog } from '#components/overlay/ConfirmDialog.tsx';
import type { Question } from '#stores/app/confirm.ts';

/** The global confirmation dialog; fetched with the first question. */
export default function ConfirmPopup({ question }: { question: Question }) {
  const { instead } = question;
  return (
    <ConfirmDialog
      key={question.text}
      open
      question={question.text}
      loss={question.loss}
      typed={question.typed}
      instead={
        instead && {
          ...instead,
          run: () => {
            question.answer(false);
            instead.run();
          },
        }
      }
      onYes={() => question.answer(true)}
      onNo={() => question.answer(false)}
    />
  );
}
