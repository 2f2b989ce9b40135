import { Callout } from '#components/feedback/Callout.tsx';
import { STORAGE_TEXTS } from '#domain/settings/storage.ts';

function ToolLink({ name, href }: { readonly name: string; readonly href: string }) {
  return (
    <a className="link font-medium" href={href} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

export interface MigrationWarningProps {
  readonly isStoredInS3: boolean;
  /** As in the form. */
  readonly isEnabled: boolean;
}

/** Says that the backend does not move existing files when S3 is switched on or off. */
export function MigrationWarning({ isStoredInS3, isEnabled }: MigrationWarningProps) {
  const { local, s3 } = STORAGE_TEXTS;
  return (
    <div role="status">
      {isStoredInS3 !== isEnabled && (
        <Callout kind="warning" className="my-2">
          The backend does not move existing files. You have to migrate them manually from the{' '}
          <strong>{isEnabled ? local : s3}</strong> to the <strong>{isEnabled ? s3 : local}</strong>, for
          example with <ToolLink name="rclone" href="https://rclone.org/" /> or{' '}
          <ToolLink name="s5cmd" href="https://github.com/peak/s5cmd" />.
        </Callout>
      )}
    </div>
  );
}
