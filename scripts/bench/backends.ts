import { lineOfProgram } from '#scripts/lib/lines.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { messageOf, UserError } from '#scripts/lib/user-error.ts';
import { programOf, provideProgram } from '#scripts/test/programs.ts';
import type { Line } from '#wire/choose.ts';

/** The versions of PocketBase whose own dashboards are references, in the order of tables. */
export const VERSIONS = ['0.22', '0.40.6'] as const;

export type Version = (typeof VERSIONS)[number];

export const LINES: Readonly<Record<Version, Line>> = { '0.22': 'pb22', '0.40.6': 'pb23' };

/**
 * The program of a version: of 0.22 the one that `npm start` takes without a download, of the other the one of the
 * tests, which is downloaded when it is not there.
 * @throws UserError when there is none
 */
export async function provideBackend(version: Version): Promise<string> {
  if (version === '0.22') {
    const bin = findPocketBase();
    if (lineOfProgram(bin) === LINES[version]) return bin;
    throw new UserError(`${bin} is no PocketBase ${version}. Leave POCKETBASE_BIN out.`);
  }
  try {
    await provideProgram(version);
  } catch (error) {
    throw new UserError(
      `There is no PocketBase ${version}: ${messageOf(error)} With --pocketbase 0.22, only that is measured.`,
    );
  }
  return programOf(version);
}
