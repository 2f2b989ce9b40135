/** Two items with the same id, or one that has no partner. */
export interface Joined<T> {
  readonly from?: T;
  readonly to?: T;
}

/** Pairs the items of two sources that are in the order of their ids, while reading only one item ahead. */
export async function* joinById<T>(
  from: AsyncIterable<T>,
  to: AsyncIterable<T>,
  idOf: (item: T) => string,
): AsyncGenerator<Joined<T>, void, undefined> {
  const [a, b] = [from[Symbol.asyncIterator](), to[Symbol.asyncIterator]()];
  try {
    let [left, right] = await Promise.all([a.next(), b.next()]);
    while (!left.done || !right.done) {
      if (right.done || (!left.done && idOf(left.value) < idOf(right.value))) {
        yield { from: left.value };
        left = await a.next();
      } else if (left.done || idOf(right.value) < idOf(left.value)) {
        yield { to: right.value };
        right = await b.next();
      } else {
        yield { from: left.value, to: right.value };
        [left, right] = await Promise.all([a.next(), b.next()]);
      }
    }
  } finally {
    await Promise.all([a.return?.(), b.return?.()]);
  }
}
