import { Button } from '#components/elements/Button.tsx';
import { Callout } from '#components/feedback/Callout.tsx';
import { inFrame, island, useInitial } from '#islands/island.tsx';
import { useAuthForm } from '#islands/use-auth-form.ts';
import { installerForm } from '#stores/auth/forms.ts';
import { $isInstallerOpen } from '#stores/auth/installer-reach.ts';
import { FirstAccountFields } from './FirstAccountFields.tsx';

const MIN_PASSWORD = 10;

/** Warns that anyone who reaches the installer first becomes the administrator. */
function OpenNote() {
  return (
    <Callout kind="warning" role="note" className="mb-3 text-sm">
      <p>Others may reach this page. Its first visitor becomes the administrator.</p>
      <p className="mt-1">To make your account first, run this on the server, then sign in:</p>
      <code className="mt-1 block text-xs break-words">pocketbase admin create EMAIL PASSWORD</code>
    </Callout>
  );
}

function Installer() {
  const { form, field, busy } = useAuthForm(installerForm);
  const isOpen = useInitial($isInstallerOpen);
  return (
    <form {...form} className="flex flex-col gap-1">
      <h1 className="mb-3 text-center text-lg font-semibold text-balance">
        Create your first admin account in order to continue
      </h1>
      {isOpen && <OpenNote />}
      <FirstAccountFields field={field} minPassword={MIN_PASSWORD} />
      <Button type="submit" variant="primary" size="md" className="mt-3 w-full" busy={busy}>
        Create and login
      </Button>
    </form>
  );
}

export default island(inFrame('installer'), Installer);
