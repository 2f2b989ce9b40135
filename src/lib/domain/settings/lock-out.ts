/* What administrators are told before a save that may keep themselves out. */

/** Where a client comes from, as the backend says it to an administrator. */
export interface ClientAddress {
  /** '' if it is not known. */
  readonly address: string;
  /** A header in which a proxy seems to say another address; '' for none. */
  readonly header: string;
}

const listed = (entries: readonly string[]): string => entries.join(', ');

export const LOCK_OUT_TEXTS = {
  question: (entries: readonly string[]) =>
    `Do you really want to let administrators in from ${listed(entries)} alone?`,
  own: (address: string) =>
    `Your own address, as the backend sees it, is ${address || 'not known'}: it is not in the list, so this page and everybody with the same address will be refused at once. Behind a proxy, such as Atoll’s own server, it is the address of the proxy unless its header is trusted.`,
  isIn: (address: string, entries: readonly string[]) => `Your address ${address} is in ${listed(entries)}.`,
  isOut: (address: string) => `Your address ${address} is in none of these entries.`,
  isChanging: 'The trusted headers are not saved yet: with them, it may be another one.',
  proxy:
    'The trusted headers change, too: whether your own address is in the list can’t be told before. Save one after the other to be sure.',
  wayBack:
    'Only on the server there is a way back: run “pocketbase superuser ips ADDRESS”, or without an address to let everybody in.',
} as const;
