import { useStore } from '@nanostores/react';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { ConfirmDialog } from '#components/overlay/ConfirmDialog.tsx';
import type { Question } from '#stores/app/confirm.ts';

function Details({ $details }: { readonly $details: NonNullable<Question['$details']> }) {
  const details = useStore($details);
  return (
    <div role="status" className="pt-2 text-muted wrap-anywhere">
      {details.state === 'busy' && (
        <>
          <span className="sr-only">Looking for records that refer to this...</span>
          <Skeleton className="h-4 w-2/3" />
        </>
      )}
      {details.state === 'failed' && <p>Which records refer to this could not be found out.</p>}
      {details.state === 'ready' && (
        <ul className="list-disc pl-5">
          {details.value.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

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
    >
      {question.$details && <Details $details={question.$details} />}
    </ConfirmDialog>
  );
}
