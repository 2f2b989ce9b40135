const ATTRIBUTE = 'data-announcer';
const LIVE = '[data-toasts], [data-announcer]';

/**
 * The parts of the page that must go on speaking while a modal panel makes the rest inert: the toasts
 * and the announcer.
 */
export function liveElements(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(LIVE)];
}

/** Puts the announcer into the page, so that it stands there before the first message. */
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

/** Tells screen readers something small that is only seen on screen, such as 'Copied'. */
export function announce(message: string): void {
  const element = ensureAnnouncer();
  // The same message twice in a row is only read again when it is a new node.
  const text = document.createElement('span');
  text.textContent = message;
  element.replaceChildren(text);
}
