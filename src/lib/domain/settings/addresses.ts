/* Lists of addresses and subnets, such as `10.0.0.7` and `10.0.0.0/24`. */
import ipaddr from 'ipaddr.js';

type Range = readonly [address: ReturnType<typeof ipaddr.process>, bits: number];

/** A subnet, or an address as one; undefined for any other text. */
function rangeOf(text: string): Range | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether a list has this address; not for anything that is none. */
export function isListed(address: string, entries: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const found = ipaddr.process(address);
  return entries.some((entry) => {
    const range = rangeOf(entry);
    return range?.[0].kind() === found.kind() && found.match(range as never);
  });
}

/** Entries that are neither an address nor a subnet, by their place. */
export const addressProblems = (entries: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entries.flatMap((entry, index) =>
      rangeOf(entry) ? [] : [[String(index), `“${entry}” is neither an address nor a subnet.`] as const],
    ),
  );
