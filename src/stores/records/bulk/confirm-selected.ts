import { $question, type ConfirmOptions, confirm } from '#stores/app/confirm.ts';
import { $selection, type RecordSelection } from '../selection.ts';

const isSame = (a: RecordSelection, b: RecordSelection): boolean =>
  a.by === 'filter' ? b.by === 'filter' && a.query === b.query : b.by === 'ids' && a.ids === b.ids;

/** `confirm` about the selected records; another selection, for example after Back, counts as no. */
export function confirmSelected(
  text: string,
  selection: RecordSelection,
  options: ConfirmOptions = {},
): Promise<boolean> {
  if (!isSame($selection.get(), selection)) return Promise.resolve(false);
  const isConfirmed = confirm(text, options);
  const question = $question.get();
  const stop = $selection.listen((now) => {
    if (!isSame(now, selection) && $question.get() === question) question?.answer(false);
  });
  return isConfirmed.finally(stop);
}
