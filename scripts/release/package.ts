import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { pathToFileURL } from 'node:url';
import { create, extract, type WriteEntry } from 'tar';
import { bundleServer } from '#build/bundle.mjs';
import { BUILD_DIR, inRoot } from '#scripts/lib/paths.ts';
import { messageOf, UserError } from '#scripts/lib/user-error.ts';

const manifest = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/** The version of Atoll, from package.json. */
export const version = (): string => manifest().version;

/** package.json of the npm package, which depends on no other. */
function packageJson(version: string): string {
  const { description, license, type } = manifest();
  const fields = {
    name: 'atoll-dashboard',
    version,
    description,
    license,
    type,
    keywords: ['pocketbase', 'admin', 'superuser', 'dashboard', 'self-hosted'],
    bin: { atoll: 'bin/atoll.mjs' },
    engines: { node: '>=22.13' },
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/**
 * Fills an empty folder with what operators get: the build, the `atoll` command, and documents.
 * @param to absolute path
 */
export async function stage(to: string, release = version(), distDir = BUILD_DIR): Promise<void> {
  mkdirSync(`${to}/bin`, { recursive: true });
  cpSync(distDir, `${to}/dist`, { recursive: true });
  await bundleServer(pathToFileURL(inRoot('scripts/start/cli.ts')), pathToFileURL(`${to}/dist/cli/`));
  copyFileSync(inRoot('scripts/release/atoll.mjs'), `${to}/bin/atoll.mjs`);
  chmodSync(`${to}/bin/atoll.mjs`, 0o755);
  copyFileSync(inRoot('scripts/release/README.md'), `${to}/README.md`);
  for (const name of ['LICENSE', 'CHANGELOG.md']) copyFileSync(inRoot(name), `${to}/${name}`);
  writeFileSync(`${to}/package.json`, packageJson(release));
}

/**
 * Writes a folder's files as `.tar.gz`, readable for all. The same files and time make the same archive, byte for byte.
 * @param prefix folder in the archive; `package` for npm
 * @param time when the files were changed, as the archive says; file servers derive an ETag from it
 */
export async function archive(folder: string, file: string, prefix: string, time: Date): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1));
  const onWriteEntry = ({ stat }: WriteEntry) => {
    // Not those of the umask: root extracts modes as they are, and the user of a service has to read the files.
    if (stat) stat.mode = stat.mode & 0o100 ? 0o755 : 0o644;
  };
  const options = { file, cwd: folder, prefix, gzip: true, portable: true, mtime: time, onWriteEntry };
  await create(options, names.sort());
}

/**
 * Extracts `client` and `server` of a release to an empty folder.
 * @param file its archive or npm package
 * @throws UserError when it is neither, or is cut
 */
export async function extractBuild(file: string, to: string): Promise<void> {
  const isBuild = (path: string) => /^[^/]+\/dist\/(client|server)\//.test(path);
  try {
    await extract({ file, cwd: to, strip: 2, filter: isBuild });
  } catch (error) {
    throw new UserError(`${file} can't be read: ${messageOf(error)}`);
  }
  if (!existsSync(`${to}/server/parts.json`)) throw new UserError(`${file} is no release of Atoll.`);
}
