import { pageSetting } from './page-settings.ts';

const arriving = new Map<string, Promise<void>>();

/** Resolves when a style sheet that the page's head names has arrived, or failed: what it styles works without it. */
function loadSheet(setting: string): Promise<void> {
  const href = pageSetting(setting);
  // The development server has all styles in the page.
  if (!href) return Promise.resolve();
  const known = arriving.get(setting);
  if (known) return known;
  const { documentElement: html } = document;
  // That of the screens may have been requested by the first script.
  let link = html.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${href}"]`);
  if (!link || (!link.sheet && html.dataset['missing'] !== undefined)) {
    link?.remove();
    link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    html.append(link);
  }
  const requested = link;
  const arrived = new Promise<void>((resolve) => {
    if (requested.sheet) return resolve();
    requested.addEventListener('load', () => resolve(), { once: true });
    const fail = () => {
      // The next part that opens tries again.
      arriving.delete(setting);
      requested.remove();
      resolve();
    };
    requested.addEventListener('error', fail, { once: true });
  });
  arriving.set(setting, arrived);
  return arrived;
}

/** Loads the styles of all screens but the sign-in, and their icons. Resolves when they have arrived, or failed. */
export const loadStyles = (): Promise<void> => loadSheet('styles');

/** Loads the styles of panels, menus and all else that opens later, too. Resolves when they have arrived, or failed. */
export async function loadLateStyles(): Promise<void> {
  // They override those of the screens, so they come behind.
  await Promise.all([loadStyles(), loadSheet('late-styles')]);
}
