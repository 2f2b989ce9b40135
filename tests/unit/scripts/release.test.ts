import { expect, test } from 'vitest';
import { partOf } from '#scripts/release/changelog.ts';

const CHANGELOG = `# Changelog

## [1.10.0] - 2026-12-01

- Ten.

## [1.1.0] - 2026-11-24

### Added

- One.

## [1.0.0] - Unreleased
`;

test('the notes of a version are its part of the changelog', () => {
  expect(partOf(CHANGELOG, '1.1.0')).toBe('### Added\n\n- One.');
  expect(partOf(CHANGELOG, '1.10.0')).toBe('- Ten.');
});

test('a version without a part, or with an empty one, has no notes', () => {
  expect(partOf(CHANGELOG, '1.2.0')).toBeUndefined();
  expect(partOf(CHANGELOG, '1.0.0')).toBeUndefined();
});
