/** Who has set the read-only mode: the operator for everybody, or a person on this device. */
export type ReadOnlyBy = 'operator' | 'device';

export const READ_ONLY_TEXT = 'Read-only mode is on: nothing was sent.';

/** How to leave the mode. */
export const READ_ONLY_WAYS: Readonly<Record<ReadOnlyBy, string>> = {
  device: 'Switch it off at the top of the page.',
  operator: 'The operator of this dashboard has set it.',
};
