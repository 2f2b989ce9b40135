import { useEffect } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { FileButton } from '#components/elements/FileButton.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { UploadProgress } from '#components/feedback/UploadProgress.tsx';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { useAuthForm } from '#islands/use-auth-form.ts';
import {
  $firstLink,
  $firstRestore,
  cancelFirstUpload,
  firstAdminForm,
  restoreFirst,
  startFirstLink,
} from '#stores/auth/first-link.ts';
import { BackToLogin } from './BackToLogin.tsx';
import { FirstAccountFields } from './FirstAccountFields.tsx';

/** The default of these versions; nothing tells another one to a guest. */
const MIN_PASSWORD = 8;

function Help({ reason }: { readonly reason: string | undefined }) {
  return (
    <div className="flex flex-col gap-3">
      <h1 className="text-center text-lg font-semibold text-balance">
        {reason ? 'This link does not work' : 'No superuser yet?'}
      </h1>
      {reason && (
        <Callout kind="warning" role="alert" className="text-sm">
          {reason}
        </Callout>
      )}
      <p>
        As long as it has no superuser, PocketBase prints a link when it starts. Open it within 30 minutes to
        create the first account. Start PocketBase again for a new link.
      </p>
      <p>Or create an account on the server, then sign in:</p>
      <code className="block rounded-box bg-base-200 p-2 text-xs break-words">
        pocketbase superuser upsert EMAIL PASS
      </code>
      <BackToLogin />
    </div>
  );
}

function Restoring() {
  const restore = useInitial($firstRestore);
  if (restore?.total !== undefined && (restore.loaded ?? 0) < restore.total) {
    return <UploadProgress loaded={restore.loaded ?? 0} total={restore.total} onStop={cancelFirstUpload} />;
  }
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <Spinner />
      The backend restores the backup and restarts.
    </p>
  );
}

function FirstAdmin() {
  const { form, field, busy } = useAuthForm(firstAdminForm);
  const isRestoring = useInitial($firstRestore) !== undefined;
  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-3 text-center text-lg font-semibold text-balance">
        Create your first superuser account in order to continue
      </h1>
      <FirstAccountFields field={field} minPassword={MIN_PASSWORD} />
      <Button
        type="submit"
        variant="primary"
        size="md"
        className="mt-3 w-full"
        busy={busy}
        disabled={isRestoring}
      >
        Create and login
      </Button>
      <div className="mt-4 flex flex-wrap items-center justify-center gap-2 border-t border-base-300 pt-4">
        {isRestoring ? (
          <Restoring />
        ) : (
          <FileButton
            label="Start from a backup"
            accept=".zip,application/zip"
            disabled={busy}
            onFile={(file) => void restoreFirst(file)}
          />
        )}
      </div>
    </form>
  );
}

function FirstLink() {
  const link = useInitial($firstLink);
  useEffect(startFirstLink, []);
  if (link.state === 'over') return <Help reason={link.reason} />;
  if (link.state === 'ready') return <FirstAdmin />;
  return (
    <h1 className="flex items-center justify-center gap-2 text-lg font-semibold">
      <Spinner />
      Please wait...
    </h1>
  );
}

export default island(inFrame('first-link'), FirstLink);
