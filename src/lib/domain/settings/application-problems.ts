/* What is wrong with the settings of an application that only some backends have, by path. */
import type { FieldErrors } from '#domain/app/api-error.ts';
import type { RateRule } from '#domain/backend/settings.ts';

export const RULE_TEXTS = {
  label: 'Enter a label such as users:create, *:auth, POST /api/batch or /api/.',
  conflict: (number: number) => `Rule ${number} has this label, and is for some of the same clients.`,
  number: 'Enter a whole number from 1.',
  header: (name: string) => `“${name}” is no name of a header.`,
} as const;

const overlaps = (one: RateRule, other: RateRule): boolean =>
  one.label === other.label &&
  (one.audience === other.audience || one.audience === 'everybody' || other.audience === 'everybody');

const isCount = (value: number | undefined): boolean =>
  value !== undefined && Number.isSafeInteger(value) && value >= 1;

/** By paths such as `0.label`. The backend refuses the same. */
export function ruleProblems(rules: readonly RateRule[], isLabel: (label: string) => boolean): FieldErrors {
  const problems = rules.flatMap((rule, index) => {
    const before = rules.findIndex((other) => overlaps(rule, other));
    const label = !isLabel(rule.label)
      ? RULE_TEXTS.label
      : before < index
        ? RULE_TEXTS.conflict(before + 1)
        : undefined;
    return [
      [`${index}.label`, label] as const,
      [`${index}.requests`, isCount(rule.requests) ? undefined : RULE_TEXTS.number] as const,
      [`${index}.seconds`, isCount(rule.seconds) ? undefined : RULE_TEXTS.number] as const,
    ];
  });
  return Object.fromEntries(problems.flatMap(([path, text]) => (text ? [[path, text] as const] : [])));
}

/** By paths such as `0`. The backend takes any text, which would then never be sent. */
export const headerProblems = (names: readonly string[]): FieldErrors =>
  Object.fromEntries(
    names.flatMap((name, index) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? [] : [[String(index), RULE_TEXTS.header(name)] as const],
    ),
  );
