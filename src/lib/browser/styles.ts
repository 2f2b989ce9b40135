import { pageSetting } from './page-settings.ts';

const arriving = new Map<string, Promise<void>>();

/** Resolves when a style sheet that the page's head names has arrived, or failed: what it styles works without it. */
function loadSheet(setting: string): Promise<void> {
  const href = pageSetting(setting);
  // The page of the component tests has all styles.
  if (!href) return Promise.resolve();
  const known = arriving.get(setting);
  if (known) return known;
  const { body, documentElement: html } = document;
  // The icons may have been requested by the first script.
  let link = document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${href}"]`);
  if (!link || (!link.sheet && html.dataset['missing'] !== undefined)) {
    link?.remove();
    link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    // Behind those of the screens, which are in the body.
    body.append(link);
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

/** Loads the icons, which all screens but the sign-in show. Resolves when they have arrived, or failed. */
export const loadIcons = (): Promise<void> => loadSheet('icons');

/** Loads the styles of panels, menus and all else that opens later. Resolves when they have arrived, or failed. */
export async function loadLateStyles(): Promise<void> {
  await Promise.all([loadIcons(), loadSheet('late-styles')]);
}
