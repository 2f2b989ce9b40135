/** Words of the settings of an application that only some backends have. */
export const SECTION_TEXTS = {
  accent: 'Of PocketBase’s own dashboard, for everybody who opens it.',
  accentFormat: 'A color such as #1055c9',
  accentTooLight: 'White text on it is hard to read: PocketBase’s own dashboard wants a darker one.',
  chooseAccent: 'Choose the accent color',
  batch: 'A client may send several changes of records in one request, of which all or none are stored.',
  maxBodySize: '0 is the backend’s default, about 128 MB.',
  proxy:
    'Behind a proxy, every client has the address of the proxy: in the log, for rate limits, and for the addresses of administrators. A header that the proxy sets tells the real one. Trust only headers that your proxy always sets itself, else clients can choose their address.',
  first:
    'The last address is the one that the nearest proxy has seen. With several proxies in front of the backend the first one may be right, but clients can send it themselves unless a proxy removes it.',
  look: 'See what a request carries',
  carries: (header: string) =>
    `A request of this page carries an address in ${header}, which is not trusted. Trust it only if your proxy always sets it itself: if clients reach the backend without the proxy, or the proxy passes on what they send, they can choose their address.`,
  carriesNone:
    'A request of this page carries no address in a header that the backend looks for. It only names the first one it finds among the trusted and the best-known headers.',
  carriesTrusted: (header: string) => `The address comes from ${header}, which is trusted.`,
  headers: 'One in a line. The first one that a request has counts.',
  knownHeaders: ['X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP', 'Fly-Client-IP'],
  rates:
    'How often one address may request something. Administrators are never limited. The rule with the closest label counts: users:create before *:create before POST /api/ before /api/.',
  exempt: 'Addresses and subnets, such as 10.0.0.0/24, one in a line.',
  addressesTitle: 'Addresses of administrators (superuser IPs)',
  addresses:
    'Administrators are let in from these addresses and subnets alone; without any, from everywhere. For all others, every request as an administrator is refused, and so is the sign-in.',
} as const;

/** The share of light of a color, as WCAG 2 defines it, for `#rrggbb`; undefined for another text. */
function luminanceOf(color: string): number | undefined {
  const [, ...parts] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(color) ?? [];
  if (parts.length !== 3) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether white text on it has less contrast than WCAG 2 asks for, 4.5 to 1. */
export const isHardToRead = (color: string): boolean => 1.05 / ((luminanceOf(color) ?? 0) + 0.05) < 4.5;
