import { describe, expect, it } from 'vitest';
import { errorText } from '#components/form/Field.tsx';

describe('the text of a field error', () => {
  it('[ER-07] is the message, or Invalid value for an error without one', () => {
    expect(errorText({ message: 'Cannot be blank.' })).toBe('Cannot be blank.');
    expect(errorText('Too long.')).toBe('Too long.');
    expect(errorText({ message: '' })).toBe('Invalid value');
    expect(errorText({})).toBe('Invalid value');
  });

  it('is undefined without an error', () => {
    expect([errorText(undefined), errorText(null), errorText('')]).toEqual([undefined, undefined, undefined]);
  });
});
