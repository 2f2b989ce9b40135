import { computed } from 'nanostores';
import type { RateRule } from '#domain/backend/settings.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { rateActions, ratePaths } from '#wire/rate-labels.ts';
import { applicationForm } from './application.ts';

const RULES = 'rateLimits.rules';

/** Labels to choose from: paths, actions of all collections, and those of each; loads the collections while it is used. */
export const $rateLabels = computed($collectionList, (collections) => [
  ...ratePaths,
  ...['*', ...collections.map(({ name }) => name)].flatMap((name) =>
    rateActions.map((action) => `${name}:${action}`),
  ),
]);

/** Changes the rules of the rate limits; removes the messages at `place`, such as `0.label`, or all of them for ''. */
export const setRules = (change: (rules: readonly RateRule[]) => readonly RateRule[], place: string): void =>
  applicationForm.edit(
    (values) => ({ ...values, [RULES]: change(values[RULES] ?? []) }),
    place ? `${RULES}.${place}` : RULES,
  );
