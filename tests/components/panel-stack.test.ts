import { describe, expect, it } from 'vitest';
import { type PanelEntry, placeOf } from '#components/overlay/panel-stack.ts';

const slide = (id: string, width: number): PanelEntry => ({ id, variant: 'slide', width });
const popup = (id: string): PanelEntry => ({ id, variant: 'centered', width: 448 });
const shifts = (panels: readonly PanelEntry[]) => panels.map(({ id }) => placeOf(panels, id).shift);

describe('the position of a panel', () => {
  it('[UI-01] has a z-index from 1001 up, also for the next panel before it opens', () => {
    const panels = [slide('a', 640), popup('b')];
    expect(placeOf([], 'a').zIndex).toBe(1001);
    expect(placeOf(panels, 'a').zIndex).toBe(1001);
    expect(placeOf(panels, 'b').zIndex).toBe(1002);
    expect(placeOf(panels, 'c').zIndex).toBe(1003);
  });

  it('shifts panels of equal width by 40 px each', () => {
    expect(shifts([slide('a', 640), slide('b', 640), slide('c', 640)])).toEqual([80, 40, 0]);
  });

  it('does not shift a panel when the one above is narrow enough', () => {
    expect(shifts([slide('a', 760), slide('b', 640)])).toEqual([0, 0]);
  });

  it('shifts a narrow panel as far as a wide one above needs', () => {
    expect(shifts([slide('a', 640), slide('b', 1100)])).toEqual([500, 0]);
  });

  it('shifts neither centered popups nor the panels below them', () => {
    expect(shifts([slide('a', 640), popup('b')])).toEqual([0, 0]);
    expect(shifts([popup('a'), slide('b', 640)])).toEqual([0, 0]);
  });

  it('dims the page under the lowest panel most', () => {
    const panels = [slide('a', 640), popup('b')];
    expect(panels.map(({ id }) => placeOf(panels, id).isLowest)).toEqual([true, false]);
  });

  it('counts a docked panel, which does not dim, as part of the page', () => {
    const panels = [{ ...slide('a', 640), isDocked: true }, popup('b')];
    expect(panels.map(({ id }) => placeOf(panels, id).isLowest)).toEqual([false, true]);
    expect(placeOf(panels.slice(0, 1), 'b').isLowest).toBe(true);
  });
});
