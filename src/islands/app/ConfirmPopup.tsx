import { ConfirmDialog } from '#components/overlay/ConfirmDialog.tsx';
import type { Question } from '#stores/app/confirm.ts';

/** The global question; fetched when the first one is asked (ER-04). */
export default function ConfirmPopup({ question }: { question: Question }) {
  return (
    <ConfirmDialog
      open
      question={question.text}
      onYes={() => question.answer(true)}
      onNo={() => question.answer(false)}
    />
  );
}
