import type { Command } from '#domain/palette/commands.ts';

/** The buttons and links of the part that is in use: the panel on top, or the header of the screen. */
function controls(): readonly HTMLElement[] {
  const panels = document.querySelectorAll('[role="dialog"]');
  const top = panels[panels.length - 1];
  const places = top
    ? top.querySelectorAll('header :is(button, a), footer button')
    : document.querySelectorAll('.page-header :is(button, a)');
  return [...places].filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement && control.checkVisibility() && !control.matches(':disabled'),
  );
}

/** The actions of the present screen: what its header, or the panel on top, offers to press. */
export function screenCommands(): readonly Command[] {
  return controls().flatMap((control) => {
    const title = (control.ariaLabel ?? control.textContent).trim();
    if (!title) return [];
    const icon = control.querySelector('[class*="icon-["]')?.className.match(/icon-\[[^\]]+\]/)?.[0];
    return [
      {
        id: `press:${title}`,
        title,
        group: 'This screen' as const,
        icon: icon ?? 'icon-[ri--arrow-right-line]',
        run: () => control.click(),
      },
    ];
  });
}
