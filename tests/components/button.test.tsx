import type { ComponentProps, MouseEvent, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Button, type ButtonProps } from '#components/elements/Button.tsx';

interface PressProps extends ButtonProps {
  readonly event: Pick<MouseEvent, 'preventDefault'>;
}

/** A button, pressed while it renders. */
function PressedButton({ event, ...props }: PressProps) {
  const button: ReactElement<ComponentProps<'button'>> = Button(props);
  button.props.onClick?.(event as MouseEvent<HTMLButtonElement>);
  return button;
}

test.each([true, 'true', false, undefined] as const)(
  'with aria-disabled %s, a press is ignored or not',
  (state) => {
    const onClick = vi.fn();
    const preventDefault = vi.fn();
    const html = renderToStaticMarkup(
      <PressedButton aria-disabled={state} event={{ preventDefault }} onClick={onClick} />,
    );
    const ignored = Number(String(state) === 'true');
    expect(onClick).toHaveBeenCalledTimes(1 - ignored);
    // Else a submit button, or Enter in a field of its form, would submit.
    expect(preventDefault).toHaveBeenCalledTimes(ignored);
    // Browsers would take the focus from a disabled button.
    expect(html).not.toContain(' disabled=');
  },
);
