/** Copies through a selected text area, for pages opened over plain http where no clipboard API exists. */
function copySelected(text: string, near: HTMLElement): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'sr-only';
  area.setAttribute('aria-hidden', 'true');
  const active = document.activeElement;
  // Next to the element: behind a modal panel everything else is inert and can't be selected.
  near.after(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (active instanceof HTMLElement) active.focus({ preventScroll: true });
  return copied;
}

/** Writes `text` to the clipboard and returns whether that worked. `near` is the element that was activated. */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copySelected(text, near);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, near);
  }
}
