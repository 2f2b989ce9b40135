import { pageSetting } from '#browser/page-settings.ts';

/** The file with the content of a frame (build/frames.mjs). */
const addressOf = (frame: string | undefined, hash: string | undefined) => `./assets/${frame}.${hash}.txt`;

/** The response that was requested before the page had the first template: that is the first to be fetched. */
let early: Promise<Response> | undefined;

/** Requests the content of the first frame: browsers parse the page in slices, and come to its template late. */
export function requestFrame(frame: string): void {
  const hash = pageSetting('frames');
  if (hash) early = fetch(addressOf(frame, hash));
  // Whoever takes it over is told.
  early?.catch(() => {});
}

/** The template of a frame that is not in the page yet; null when it is. */
export const templateOf = (frame: string | undefined): HTMLTemplateElement | null =>
  document.querySelector(`template[data-frames~="${frame}"]`);

/** The hash of the file with the content of a template; undefined when the template has it. */
export const fileOf = (template: HTMLTemplateElement): string | undefined =>
  template.dataset['file'] || undefined;

/**
 * Fetches the content of a template.
 * @throws Error when there is no response, or another one.
 */
export async function fetchFrame(template: HTMLTemplateElement): Promise<void> {
  const request = early ?? fetch(addressOf(template.dataset['frames'], fileOf(template)));
  early = undefined;
  const response = await request;
  // Some hosts respond with the page when a file is missing.
  if (!response.ok || response.headers.get('content-type')?.includes('html')) throw new Error(response.url);
  template.innerHTML = await response.text();
  delete template.dataset['file'];
}

/** Adds a frame to the page, on the first visit of its screen. */
export function addFrame(frame: string | undefined): void {
  for (let template = templateOf(frame); template; template = templateOf(frame)) {
    const { content } = template;
    // The settings share what is around their frames.
    const inner = content.querySelector('[data-shared] template');
    const shared = document.querySelector('[data-shared]');
    if (inner && shared) shared.append(inner);
    template.replaceWith(inner && shared ? '' : content);
  }
}
