/** The template of a frame that is not in the page yet; null when it is. */
export const templateOf = (frame: string | undefined): HTMLTemplateElement | null =>
  document.querySelector(`template[data-frames~="${frame}"]`);

/**
 * Fetches the content of a template whose frames are in a file (build/frames.mjs).
 * @throws Error when there is no response, or another one.
 */
export async function fetchFrames(template: HTMLTemplateElement): Promise<void> {
  const { src } = template.dataset;
  if (!src) return;
  const response = await fetch(src);
  // Some hosts respond with the page when a file is missing.
  if (!response.ok || response.headers.get('content-type')?.includes('html')) throw new Error(src);
  template.innerHTML = await response.text();
  delete template.dataset['src'];
}

/** Adds a frame to the page, on the first visit of its screen. */
export function addFrame(frame: string | undefined): void {
  // The frames of the settings are in the one that they share.
  for (let template = templateOf(frame); template; template = templateOf(frame))
    template.replaceWith(template.content);
}
