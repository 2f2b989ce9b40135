/** A `fetch` for one call that keeps the text of its response, and a function that returns it once it was read. */
export function keepText(send: typeof fetch = fetch): { fetch: typeof fetch; text: () => string } {
  let text = '';
  return {
    fetch: async (url, init) => {
      const response = await send(url, init);
      // To read a copy of the response would take twice as long.
      response.json = async () => {
        text = await response.text();
        return JSON.parse(text);
      };
      return response;
    },
    text: () => text,
  };
}
