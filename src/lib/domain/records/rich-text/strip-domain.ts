/**
 * The address without its domain when that is one of `origins`, such as `https://example.com`; anything else as
 * it is. What `convertUrls` asks for (RF-11).
 */
export function stripDomain(url: string, origins: readonly string[]): string {
  const origin = origins.find(
    (one) => url.toLowerCase().startsWith(one.toLowerCase()) && /^(?:[/?#]|$)/.test(url.slice(one.length)),
  );
  if (origin === undefined) return url;
  const rest = url.slice(origin.length);
  // Without the slash it would count from where the text is shown.
  return rest.startsWith('/') ? rest : `/${rest}`;
}
