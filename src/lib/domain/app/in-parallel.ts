/**
 * Runs `work` for the items in their order, at most `limit` at a time, while `mayGoOn()`. After a failure, rejects with
 * the first error when the running ones have ended.
 */
export async function inParallel<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
  mayGoOn: () => boolean = () => true,
): Promise<void> {
  const source = (async function* () {
    yield* items;
  })();
  let hasFailed = false;
  const runOne = async () => {
    while (!hasFailed && mayGoOn()) {
      const next = await source.next();
      // Others may have failed while this one waited for its item.
      if (next.done || hasFailed || !mayGoOn()) return;
      await work(next.value);
    }
  };
  const runs = Array.from({ length: limit }, () =>
    runOne().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  const ended = await Promise.allSettled(runs);
  await source.return();
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
