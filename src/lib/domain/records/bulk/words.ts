import { countText, numberText, recordCount } from '#domain/app/count-text.ts';

/** `5 of 7 records`, or `7 records` for all. */
export const doneCount = (done: number, total: number): string =>
  done === total ? recordCount(total) : `${numberText(done)} of ${recordCount(total)}`;

export type BulkAction = 'delete' | 'change' | 'mail';

const WORDS: Readonly<Record<BulkAction, Readonly<Record<'doing' | 'done', string>>>> = {
  delete: { doing: 'Deleting', done: 'deleted' },
  change: { doing: 'Changing', done: 'changed' },
  mail: { doing: 'Emailing', done: 'emailed' },
};

/** 'Deleting', 'Changing' or 'Emailing'. */
export const doingWord = (action: BulkAction): string => WORDS[action].doing;
/** 'deleted', 'changed' or 'emailed'. */
export const doneWord = (action: BulkAction): string => WORDS[action].done;
/** 'Deleted', 'Changed' or 'Emailed'. */
export const doneTitle = (action: BulkAction): string =>
  doneWord(action).replace(/^./, (first) => first.toUpperCase());

export interface BulkCounts {
  readonly total: number;
  readonly done: number;
  /** Had the new values before. */
  readonly already: number;
  /** Deleted or no longer matching before their turn. */
  readonly left: number;
  readonly refused: number;
}

/** Of records that were neither changed nor refused; '' when there are none. */
export const skippedText = ({ already, left }: Pick<BulkCounts, 'already' | 'left'>): string =>
  [
    ...(already ? [`${numberText(already)} had these values already.`] : []),
    ...(left ? [`${numberText(left)} left alone: no longer matching, or deleted.`] : []),
  ].join(' ');

/** `Changed 5 of 7 records`, or `Changed 7 records` for all. */
export const doneText = (action: BulkAction, { done, total }: Pick<BulkCounts, 'done' | 'total'>): string =>
  `${doneTitle(action)} ${doneCount(done, total)}`;

const MAX_REASONS = 3;

/** The numbers, and the different reasons of refusals. */
export function resultText(action: BulkAction, counts: BulkCounts, reasons: readonly string[]): string {
  const refused = counts.refused ? `, ${countText(counts.refused, 'was', 'were')} refused` : '';
  const shown = [...new Set(reasons)].slice(0, MAX_REASONS);
  return [`${doneText(action, counts)}${refused}.`, ...shown, skippedText(counts)].join(' ').trim();
}
