import { can } from '#stores/app/capabilities.ts';

/** What else happens when stored accounts are set as verified by hand; empty if nothing does. */
export function verifyingLoss(): string {
  const { verifyingUnlinks } = can();
  if (!verifyingUnlinks) return '';
  const lose = verifyingUnlinks === 'yes' ? 'lose' : 'may lose';
  return `Accounts that become verified ${lose} what links them with sign-in providers.`;
}
