/** Calls back with whether the tab is hidden, now and when that changes. Returns a function that stops this. */
export function followHidden(onChange: (isHidden: boolean) => void): () => void {
  const read = () => onChange(document.hidden);
  read();
  document.addEventListener('visibilitychange', read);
  return () => document.removeEventListener('visibilitychange', read);
}
