/** For the option `convertUrls`: without an origin such as `https://example.com`; any other text unchanged. */
export function stripDomain(url: string, origins: readonly string[]): string {
  const origin = origins.find(
    (one) => url.toLowerCase().startsWith(one.toLowerCase()) && /^(?:[/?#]|$)/.test(url.slice(one.length)),
  );
  if (origin === undefined) return url;
  const rest = url.slice(origin.length);
  // Without the slash the URL would be relative to the page that shows the text.
  return rest.startsWith('/') ? rest : `/${rest}`;
}
