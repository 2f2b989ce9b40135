import { useStore } from '@nanostores/react';
import { useId, useRef, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { OverlayPanel } from '#components/overlay/OverlayPanel.tsx';
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

/** A question with the buttons 'No', focused on opening, and 'Yes'. */
function Popup({ text, loss, typed, instead, $details, answer }: Question) {
  const no = useRef<HTMLButtonElement>(null);
  const [name, setName] = useState('');
  const isTyped = typed === undefined || name === typed;
  const questionId = useId();

  function runInstead() {
    answer(false);
    instead?.run();
  }

  return (
    <OverlayPanel
      variant="centered"
      size="sm"
      role="alertdialog"
      title="Please confirm"
      describedBy={questionId}
      btnClose={false}
      initialFocus={no}
      onRequestClose={() => answer(false)}
      footerAside={instead && <Button onClick={runInstead}>{instead.label}</Button>}
      footer={
        <>
          {/* It has the focus from the start, which shows also after a click. */}
          <Button ref={no} variant="ghost" className="ring-on-focus" onClick={() => answer(false)}>
            No
          </Button>
          <Button
            variant={loss === undefined ? 'primary' : 'danger'}
            disabled={!isTyped}
            onClick={() => answer(true)}
          >
            Yes
          </Button>
        </>
      }
    >
      <div id={questionId} className="py-1 [overflow-wrap:anywhere]">
        <p className="whitespace-pre-line">{text}</p>
        {loss && <p className="pt-1 text-muted">{loss}</p>}
      </div>
      {$details && <Details $details={$details} />}
      {typed !== undefined && (
        <form
          className="pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (isTyped) answer(true);
          }}
        >
          <TextInput
            label={`This is production. To confirm, type ${typed}`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={name}
            onChange={setName}
          />
        </form>
      )}
    </OverlayPanel>
  );
}

export default function ConfirmPopup({ question }: { readonly question: Question }) {
  return <Popup key={question.text} {...question} />;
}
