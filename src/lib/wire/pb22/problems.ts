import { members, ownOf, text } from '#domain/app/lenient.ts';
import type { Problem, Refusal } from '#domain/backend/problem.ts';

/** The codes that decide something, by what they mean. */
const REASONS: Readonly<Record<string, Problem['reason']>> = {
  validation_not_unique: 'taken',
  validation_invalid_id: 'taken',
  validation_missing_rel_records: 'dangling',
};

function* problemsIn(data: unknown, prefix: string): Generator<Problem> {
  if (typeof data !== 'object' || data === null) return;
  for (const [key, value] of Object.entries(data)) {
    const path = prefix + key;
    if (typeof value !== 'object' || value === null) continue;
    const { code, message }: { code?: unknown; message?: unknown } = value;
    if (typeof message === 'string' || typeof code === 'string')
      yield { path, reason: ownOf(REASONS, text(code)), text: text(message) || 'Invalid value' };
    else yield* problemsIn(value, `${path}.`);
  }
}

/** What the body of a refusal says; nothing for any other value. */
export function readRefusal(body: unknown): Refusal {
  const { message, data } = members(body);
  return { text: text(message), problems: [...problemsIn(members(data), '')] };
}
