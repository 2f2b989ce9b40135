/**
 * Counts how many properties `run` reads of `value` and the objects inside it. Unlike a duration, the number is the
 * same on every machine.
 */
export function countReads<Value extends object>(value: Value, run: (watched: Value) => void): number {
  let reads = 0;
  // One proxy per object, so that comparisons by identity still work.
  const proxies = new WeakMap<object, object>();
  const watch = <Inner>(inner: Inner): Inner => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const proxy =
      proxies.get(inner) ??
      new Proxy(inner, {
        get: (target, name, receiver) => {
          reads++;
          return watch(Reflect.get(target, name, receiver));
        },
      });
    proxies.set(inner, proxy);
    return proxy as Inner;
  };
  run(watch(value));
  return reads;
}
