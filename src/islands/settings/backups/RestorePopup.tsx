import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { CopyIcon } from '#components/elements/CopyIcon.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { FormPopup } from '#components/overlay/FormPopup.tsx';
import { CREATE_TEXTS, RESTORE_TEXTS } from '#domain/settings/backups.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { reloadPage } from '#stores/app/reload-page.ts';
import { $canRestore, $restoreName, restore } from '#stores/settings/backups/restore.ts';
import { $restore, closeRestore } from '#stores/settings/backups/restore-open.ts';

function Danger() {
  return (
    <Callout kind="danger" role="alert" className="mb-4">
      <p className="font-medium">{RESTORE_TEXTS.trusted}</p>
      <ul className="mt-1 list-disc space-y-1 pl-4">
        {RESTORE_TEXTS.notes(administratorWord()).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </Callout>
  );
}

export default function RestorePopup() {
  const input = useRef<HTMLInputElement>(null);
  const opened = useStore($restore);
  const name = useStore($restoreName);
  const canRestore = useStore($canRestore);
  useEffect(() => () => $restoreName.set(''), []);
  if (!opened) return null;
  const { key, state, note } = opened;
  const isBusy = state !== 'asking';

  function submit() {
    // The button is disabled until the end.
    input.current?.focus();
    void restore();
  }

  return (
    <FormPopup
      writes
      size="md"
      title={`Restore ${key}`}
      busy={isBusy}
      initialFocus={input}
      onRequestClose={closeRestore}
      footerAside={
        <div role="status" className="flex min-w-0 basis-60 grow items-center gap-2 text-xs text-muted">
          {state === 'restarting' && (
            <>
              <Spinner />
              {note ?? RESTORE_TEXTS.restarting}
              {note && (
                <Button variant="ghost" onClick={reloadPage}>
                  Reload
                </Button>
              )}
            </>
          )}
        </div>
      }
      cancel="Cancel"
      submit={{
        ...{ variant: 'danger', children: RESTORE_TEXTS.restore },
        ...{ 'aria-disabled': !canRestore, busy: isBusy },
      }}
      onSubmit={submit}
      above={<Danger />}
    >
      <p className="mb-2">
        Type the backup name{' '}
        <span className="inline-flex max-w-full items-center gap-0.5 rounded-field bg-tint pl-1.5 align-middle">
          <span className="min-w-0 font-mono text-xs wrap-anywhere">{key}</span>
          <CopyIcon value={key} />
        </span>{' '}
        to confirm:
      </p>
      <TextInput
        ref={input}
        label={CREATE_TEXTS.name}
        name="name"
        required
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isBusy}
        value={name}
        onChange={(value) => $restoreName.set(value)}
      />
    </FormPopup>
  );
}
