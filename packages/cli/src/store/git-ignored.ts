import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { quoteArgument } from '../terminal/text.ts';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The repository that a folder is in: its outermost folder has `.git`, which is a file in a worktree. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

/** A line of an ignore file: whether a path below its folder matches it, and whether it takes others back. */
interface Rule {
  matches: RegExp;
  isNegated: boolean;
  isForFolders: boolean;
}

/** A set such as `[z-a]` means nothing. */
function regExpOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch {
    return /(?!)/;
  }
}

/** `*`, `?`, `**` and sets, as git reads them. */
const asPattern = (glob: string): string =>
  glob.replaceAll(/\*\*\/|\/\*\*$|\*+|\?|\[!?[^\]/]+\]|\\?[^]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '/**') return '/.*';
    if (part === '?') return '[^/]';
    if (part.startsWith('*')) return '[^/]*';
    if (part.length > 2) return part.replace('[!', '[^');
    return part.slice(-1).replace(/[\\^$.*+?()[\]{}|]/, String.raw`\$&`);
  });

const rulesOf = (text: string): Rule[] =>
  text.split(/\r?\n/).flatMap((line): Rule[] => {
    const [, not = '', glob = ''] = /^(!?)(.*?)\s*$/.exec(line) ?? [];
    if (glob === '' || line.startsWith('#')) return [];
    const path = glob.replace(/\/$/, '');
    // Without a slash before its end, it is a name at any depth.
    const isAnchored = path.includes('/');
    const pattern = asPattern(path.replace(/^\//, ''));
    return [
      {
        matches: regExpOf(`^${isAnchored ? '' : '(?:.*/)?'}${pattern}$`),
        isNegated: not !== '',
        isForFolders: glob.endsWith('/'),
      },
    ];
  });

/**
 * Whether git would commit a file: it is in a repository, and none of its ignore files excludes it or a folder above
 * it. Reads the files itself, because git may not be installed; what a person ignores everywhere is not known here.
 */
export function wouldBeCommitted(path: string): boolean {
  const root = repositoryOf(dirname(path));
  if (root === undefined) return false;
  const names = relative(root, path).split(sep);
  const folders = names.map((_, depth) => join(root, ...names.slice(0, depth)));
  const rules = [
    { folder: root, rules: rulesOf(read(join(root, '.git', 'info', 'exclude'))) },
    ...folders.map((folder) => ({ folder, rules: rulesOf(read(join(folder, '.gitignore'))) })),
  ];
  return names.every((_, depth) => {
    const each = join(root, ...names.slice(0, depth + 1));
    const isFile = each === path;
    const last = rules
      .flatMap(({ folder, rules: own }) =>
        own.filter(({ matches, isForFolders }) => {
          const below = relative(folder, each).split(sep).join('/');
          return !below.startsWith('..') && !(isForFolders && isFile) && matches.test(below);
        }),
      )
      .at(-1);
    return last === undefined || last.isNegated;
  });
}

/** What to do about a file with a secret that git would commit; undefined if there is nothing to do. */
export function gitWarning(path: string, cwd: string): string | undefined {
  if (!wouldBeCommitted(path)) return undefined;
  const name = basename(path);
  const file = relative(cwd, join(dirname(path), '.gitignore'));
  return `${name} has a secret, and git does not ignore it: echo ${quoteArgument(name)} >> ${quoteArgument(file)}`;
}
