const ATTRIBUTE = 'data-announcer';

/** The live regions that must stay active while a modal panel makes the rest of the page inert. */
export function liveElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-toasts], [data-announcer]')];
}

/** Adds the announcer to the page. Screen readers need it there before the first message. */
export function ensureAnnouncer(): HTMLElement {
  const present = document.querySelector<HTMLElement>(`[${ATTRIBUTE}]`);
  if (present) return present;
  const element = document.createElement('div');
  element.setAttribute(ATTRIBUTE, '');
  element.setAttribute('role', 'status');
  element.className = 'sr-only';
  document.body.append(element);
  return element;
}

/** Announces a short message to screen readers that is otherwise only visible, such as 'Copied'. */
export function announce(message: string): void {
  const element = ensureAnnouncer();
  // A repeated message is only announced again in a new node.
  const text = document.createElement('span');
  text.textContent = message;
  element.replaceChildren(text);
}
