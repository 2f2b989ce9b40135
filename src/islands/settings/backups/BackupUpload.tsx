import { useRef } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import { UploadProgress } from '#components/feedback/UploadProgress.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { sizeText } from '#domain/app/size-text.ts';
import { BACKUP_TEXTS } from '#domain/settings/backups/words.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $upload, cancelUpload, startUpload } from '#stores/settings/backups/upload.ts';

/** The button 'Upload backup'. */
export function UploadButton() {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isUploading = useInitial($upload) !== undefined;
  // 'Cancel upload' disappears.
  useFocusAfterRemoval(isUploading ? 1 : 0, () => button.current);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/zip"
        className="hidden"
        tabIndex={-1}
        aria-label={BACKUP_TEXTS.upload}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) void startUpload(file);
          // Without this, the same file could not be chosen again.
          target.value = '';
        }}
      />
      <IconButton
        ref={button}
        icon="icon-[ri--upload-cloud-line]"
        label={BACKUP_TEXTS.upload}
        aria-disabled={isUploading}
        onClick={() => input.current?.click()}
      />
    </>
  );
}

/** The running upload. */
export function BackupUpload() {
  const upload = useInitial($upload);
  if (!upload) return null;
  const { name, loaded, total } = upload;
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 rounded-box border border-base-300 py-1 pr-1 pl-3">
      <span className="min-w-0 grow basis-40 truncate" data-tooltip-clipped="">
        {name}
      </span>
      <UploadProgress loaded={loaded} total={total} onStop={cancelUpload}>
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {sizeText(loaded)} of {sizeText(total)}
        </span>
      </UploadProgress>
    </div>
  );
}
