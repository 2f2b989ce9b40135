/** A `fetch` for one call that keeps the response, and a function that returns its text once it was read. */
export function keepText(send: typeof fetch = fetch): { fetch: typeof fetch; text: () => Promise<string> } {
  let copy: Response | undefined;
  return {
    fetch: async (url, init) => {
      const response = await send(url, init);
      copy = response.clone();
      return response;
    },
    text: async () => (await copy?.text()) ?? '',
  };
}
