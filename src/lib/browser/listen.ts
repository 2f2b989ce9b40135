/** Calls back at each of these events. Returns a function that stops this. */
export function listen(
  target: EventTarget,
  types: readonly string[],
  callBack: (event: Event) => unknown,
): () => void {
  for (const type of types) target.addEventListener(type, callBack);
  return () => {
    for (const type of types) target.removeEventListener(type, callBack);
  };
}

/** Calls back with whether the tab is hidden, now and when that changes. Returns a function that stops this. */
export function followHidden(onChange: (isHidden: boolean) => void): () => void {
  const read = () => onChange(document.hidden);
  read();
  return listen(document, ['visibilitychange'], read);
}
