import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { uploadBackup } from '#api/settings/upload-backup.ts';
import type { UploadProgress } from '#api/upload.ts';
import { fieldErrors } from '#domain/app/api-error.ts';
import { UPLOAD_TEXTS } from '#domain/settings/backups.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $recoveries, loadBackups, startHealth, startList } from './list.ts';
import { startOutcome } from './restore-open.ts';

/** The running upload, if any. */
export const $upload = atom<(UploadProgress & { readonly name: string }) | undefined>(undefined);

const uploads = createLatest();

/** Uploads a backup; a newer upload cancels this one. Reports errors. */
export async function startUpload(file: File): Promise<void> {
  const signal = uploads.begin();
  const { name, size } = file;
  $upload.set({ name, loaded: 0, total: size });
  const onProgress = (progress: UploadProgress) => {
    if (!signal.aborted) $upload.set({ name, ...progress });
  };
  try {
    await uploadBackup(file, onProgress, { signal });
    if (!signal.aborted) addToast('success', UPLOAD_TEXTS.done);
  } catch (thrown) {
    const message = fieldErrors(toApiError(thrown).problems)['file'];
    report(thrown, message ? { message } : {});
  }
  if (!uploads.isReplaced(signal)) $upload.set(undefined);
  // Also after a failure: without a response, the backend may have stored the backup.
  void loadBackups();
}

export function cancelUpload(): void {
  const upload = $upload.get();
  if (!upload) return;
  // The backend already has all of it.
  if (upload.loaded >= upload.total && upload.loaded > 0) addToast('warning', UPLOAD_TEXTS.maybeStored);
  uploads.abort();
}

/** Asks before a running upload is left; returns a function that cancels the upload and stops this. */
export function startUploads(): () => void {
  const stop = guardUnsaved({
    question: () => ($upload.get() ? UPLOAD_TEXTS.leave : undefined),
    discard: cancelUpload,
  });
  return stopAll(stop, cancelUpload);
}

/** Starts the stores of the page 'Backups' apart from the options. Returns a function that stops them. */
export function startBackups(): () => void {
  const stops = [
    startList(),
    startHealth(),
    // What could not be loaded, or has changed, while the backend was busy or down.
    $recoveries.listen(() => void loadBackups()),
    startUploads(),
    startOutcome(),
  ];
  return stopAll(...stops.toReversed());
}
