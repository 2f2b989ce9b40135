import type { Command } from '#domain/palette/commands.ts';

/** Not what belongs to one of many. */
const CONTROLS = 'header a, .page-header a, button:not([role="row"] *, li *)';

/** The buttons, tabs and links of the part that is in use: the panel on top, or the screen. */
function controls(): readonly HTMLElement[] {
  const panels = document.querySelectorAll('[role="dialog"]');
  const top = panels[panels.length - 1];
  const places =
    top?.querySelectorAll(CONTROLS) ?? document.querySelectorAll(`.page-content :is(${CONTROLS})`);
  return [...places].filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.checkVisibility() && !control.matches(':disabled'),
  );
}

/** The actions of the present screen: what it, or the panel on top, offers to press. */
export function screenCommands(): readonly Command[] {
  const byTitle = Map.groupBy(controls(), (control) => (control.ariaLabel ?? control.textContent).trim());
  return [...byTitle].flatMap(([title, [control, other]]) => {
    // Of several with the same title, it is not clear which one is meant.
    if (!title || !control || other) return [];
    const icon = control.querySelector('[class*="icon-["]')?.className.match(/icon-\[[^\]]+\]/)?.[0];
    return [
      {
        id: `press:${title}`,
        title,
        group: 'This screen' as const,
        icon: icon ?? 'icon-[ri--arrow-right-line]',
        run: () => {
          control.focus();
          control.click();
        },
      },
    ];
  });
}
