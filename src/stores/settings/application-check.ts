/* What is checked before the settings of an application are saved. Fetched with the save. */
import { dequal } from 'dequal/lite';
import { loadClientAddress } from '#api/settings/client-address.ts';
import type { FieldErrors } from '#domain/app/api-error.ts';
import { addressProblems, isListed } from '#domain/settings/addresses.ts';
import type { ApplicationValues } from '#domain/settings/application.ts';
import { headerProblems, ruleProblems } from '#domain/settings/application-problems.ts';
import { LOCK_OUT_TEXTS } from '#domain/settings/lock-out.ts';
import { confirm } from '#stores/app/confirm.ts';
import { Declined } from '#stores/factories/create-form.ts';
import { isRateLabel } from '#wire/rate-labels.ts';

/** Asks before administrators may be kept out, the one who saves among them; throws Declined after 'No'. */
async function askLockOut(
  typed: ApplicationValues,
  base: ApplicationValues,
  signal: AbortSignal,
): Promise<void> {
  const entries = typed['administrators.addresses'] ?? [];
  const isSame = (...paths: (keyof ApplicationValues)[]) =>
    paths.every((path) => dequal(typed[path], base[path]));
  const isSeenAlike = isSame('proxy.headers', 'proxy.usesFirst');
  if (!entries.length || (isSeenAlike && isSame('administrators.addresses'))) return;
  let risk: string = LOCK_OUT_TEXTS.proxy;
  if (isSeenAlike) {
    const { address } = await loadClientAddress({ signal });
    if (isListed(address, entries)) return;
    risk = LOCK_OUT_TEXTS.own(address);
  }
  const loss = `${risk} ${LOCK_OUT_TEXTS.wayBack}`;
  if (await confirm(LOCK_OUT_TEXTS.question(entries), { signal, loss })) return;
  signal.throwIfAborted();
  throw new Declined();
}

/** Messages by path; without any, asks what has to be asked. */
export async function checkApplication(
  typed: ApplicationValues,
  base: ApplicationValues,
  signal: AbortSignal,
): Promise<FieldErrors> {
  const lists = {
    'rateLimits.rules': ruleProblems(typed['rateLimits.rules'] ?? [], isRateLabel),
    'rateLimits.exempt': addressProblems(typed['rateLimits.exempt'] ?? []),
    'proxy.headers': headerProblems(typed['proxy.headers'] ?? []),
    'administrators.addresses': addressProblems(typed['administrators.addresses'] ?? []),
  };
  const errors = Object.fromEntries(
    Object.entries(lists).flatMap(([path, problems]) =>
      Object.entries(problems).map(([below, text]) => [`${path}.${below}`, text] as const),
    ),
  );
  if (!Object.keys(errors).length) await askLockOut(typed, base, signal);
  return errors;
}
