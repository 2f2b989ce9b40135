import { $question } from '#stores/app/confirm.ts';
import { until } from './until.ts';

/** Answers the next question of the confirm popup and returns its text. */
export async function answerQuestion(yes: boolean): Promise<string> {
  const question = await until($question, (shown) => shown !== undefined);
  question?.answer(yes);
  return question?.text ?? '';
}
