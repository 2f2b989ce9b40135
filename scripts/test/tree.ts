import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import packageJson from '#root/package.json' with { type: 'json' };
import { inRoot, ROOT } from '#scripts/lib/paths.ts';

/** The files of the repository, with paths relative to it. */
export interface Tree {
  files: ReadonlySet<string>;
  read(file: string): Buffer;
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);

/** The files as they are now: those of the last commit, and new ones that Git does not ignore. */
export function workingTree(): Tree {
  const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  return {
    files: new Set(files.filter((file) => existsSync(inRoot(file)))),
    read: (file) => readFileSync(inRoot(file)),
  };
}

/** The files that differ from the last commit, with new ones. */
export function changedFiles(): string[] {
  return [
    ...git('diff', '-z', '--name-only', '--relative', 'HEAD'),
    ...git('ls-files', '-z', '--others', '--exclude-standard'),
  ];
}

/** The files of the repository that a file imports, also for its types alone. */
export function importsOf(file: string, { files, read }: Tree): string[] {
  if (!/\.(astro|mjs|tsx?)$/.test(file)) return [];
  const text = read(file).toString();
  const code = file.endsWith('.astro') ? (text.split(/^---$/m)[1] ?? '') : text;
  return ts
    .preProcessFile(code, true, true)
    .importedFiles.map(({ fileName }) => resolve(fileName.replace(/\?.*/, ''), file))
    .filter((path) => files.has(path));
}

/** These files and all that they import, directly or indirectly. */
export function withImports(roots: Iterable<string>, tree: Tree): Set<string> {
  const found = new Set(roots);
  // What is added meanwhile is visited, too.
  for (const file of found) for (const imported of importsOf(file, tree)) found.add(imported);
  return found;
}

/** A hash of the names and the contents of these files. */
export function hashOf(files: Iterable<string>, { read }: Tree): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort())
    hash.update(`${file}\n${createHash('sha256').update(read(file)).digest('hex')}\n`);
  return hash.digest('hex');
}

function resolve(specifier: string, from: string): string {
  for (const [name, target] of Object.entries(packageJson.imports)) {
    const prefix = name.slice(0, -1);
    if (specifier.startsWith(prefix)) return posix.join(target.slice(0, -1), specifier.slice(prefix.length));
  }
  return posix.join(posix.dirname(from), specifier);
}
