/**
 * How many properties `run` reads of the objects it is given, those inside of them included. Unlike a time it is the
 * same on every machine.
 */
export function countReads<Value extends object>(value: Value, run: (watched: Value) => void): number {
  let reads = 0;
  // One for each object: what compares by identity must find it the same.
  const known = new WeakMap<object, object>();
  const watch = <Inner>(inner: Inner): Inner => {
    if (typeof inner !== 'object' || inner === null) return inner;
    const proxy =
      known.get(inner) ??
      new Proxy(inner, {
        get: (target, name, receiver) => {
          reads++;
          return watch(Reflect.get(target, name, receiver));
        },
      });
    known.set(inner, proxy);
    return proxy as Inner;
  };
  run(watch(value));
  return reads;
}
