import type { BATCH_FIELDS } from './batch-fields.ts';
import type { SettingValues } from './settings-fields.ts';

export type BatchSettings = SettingValues<typeof BATCH_FIELDS>;

/** What becomes of the others of a batch when one is refused: nothing of it is sent, or it is sent without that one. */
export type WhenRefused = 'hold' | 'skip';

/** More would take long, and one batch may take a few seconds only. */
const MOST = 500;

/** How many changes a batch may have; 0 where batches are off. */
export function batchSize(settings: BatchSettings | undefined): number {
  const { 'batch.isEnabled': isEnabled, 'batch.maxRequests': max } = settings ?? {};
  // One change is no batch.
  return isEnabled && max !== undefined && max > 1 ? Math.min(max, MOST) : 0;
}

export const BATCH_TEXTS = {
  on: (size: number): string => `Sent in batches of ${size}: all or nothing of each.`,
  delete: (size: number, refused: WhenRefused): string =>
    `They are deleted in batches of ${size}: all or nothing of each. When one of a batch is refused, ${
      refused === 'hold' ? 'nothing of it is deleted' : 'the others are deleted'
    }.`,
  off: 'Batch requests are off, so each change is sent by itself. In batches it would be quicker, and each batch stored as a whole or not at all.',
  unknown: 'It can’t be read whether batch requests are on. Without them each change is sent by itself.',
  files: 'Rows with files are sent one by one.',
  isOurs: 'Batch requests are on for this work, and are switched off again after it.',
  switchOn: 'Switch on for this work',
  question: 'Switch on batch requests for this work? They are switched off again after it.',
  loss: 'This changes the settings of the backend: until then, apps can send batches, too.',
  switchOff: 'Switch off',
  switchedOff: 'Batch requests are switched off again.',
  notSwitchedOff: 'Batch requests could not be switched off again.',
  leftOver: 'Batch requests were switched on for work that has ended.',
  changed: 'Somebody has changed the settings of batch requests meanwhile: they were left as they are.',
  notKept:
    'Batch requests can’t be switched on for this work: this browser keeps no note to switch them off again.',
  refused: 'When one of a batch is refused',
} as const;

export const REFUSED_CHOICES = [
  { value: 'skip', label: 'Send the rest without it' },
  { value: 'hold', label: 'Hold the rest of its batch' },
] as const satisfies readonly { value: WhenRefused; label: string }[];
