/* Lists of addresses and subnets, such as `10.0.0.7` and `10.0.0.0/24`. */
import ipaddr from 'ipaddr.js';

type Range = readonly [address: ReturnType<typeof ipaddr.process>, bits: number];

/** Without short forms, octal and hexadecimal numbers, which no backend reads. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** A subnet, or an address as one; undefined for any other text. */
function rangeOf(text: string): Range | undefined {
  const [start = '', bits] = text.split('/');
  if (!isAddress(start)) return undefined;
  if (bits !== undefined) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** The entries that have this address, as the backend reads them: `::ffff:10.0.0.7` is not `10.0.0.7`. */
export function entriesWith(address: string, entries: readonly string[]): readonly string[] {
  if (!isAddress(address)) return [];
  const found = ipaddr.parse(address);
  return entries.filter((entry) => {
    const range = rangeOf(entry);
    return range?.[0].kind() === found.kind() && found.match(range as never);
  });
}

/** Whether a list has this address; not for anything that is none. */
export const isListed = (address: string, entries: readonly string[]): boolean =>
  entriesWith(address, entries).length > 0;

/** Entries that are neither an address nor a subnet, by their place. */
export const addressProblems = (entries: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    entries.flatMap((entry, index) =>
      rangeOf(entry) ? [] : [[String(index), `“${entry}” is neither an address nor a subnet.`] as const],
    ),
  );
