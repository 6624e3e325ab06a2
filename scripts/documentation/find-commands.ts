import { posix } from 'node:path';
import { blocksOf, codeSpansOf } from './markdown.ts';
import type { Page } from './pages.ts';

/** A command as a page names it. */
export interface NamedCommand {
  page: string;
  /** As the page has it, for messages. */
  line: string;
  /** Program and arguments. */
  words: string[];
  /** Where it runs, from the root of the repository; undefined in a project that a page makes. */
  folder: string | undefined;
}

const PROGRAMS = new Set(['mkt', 'mkt-marketplace', 'npm', 'npx', 'pnpm', 'node']);
const SHELLS = new Set(['sh', 'bash', 'shell', 'console']);
const CONTROL = new Set(['&&', '||', '|', ';', '(', ')']);
const TOKEN =
  /"(?:[^"\\]|\\.)*"|'[^']*'|\$\([^)]*\)|&&|\|\||[|;()]|#.*$|(?:\\.|[^\s"'|;()#]|(?<=\S)#)+|\s+/gm;

/** The words of each simple command of a line, without quotes, comments and assignments. */
export function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]];
  let glued = false;
  for (const [token] of line.matchAll(TOKEN)) {
    if (/^\s+$/.test(token)) {
      glued = false;
    } else if (token.startsWith('#') && !glued) {
      break;
    } else if (CONTROL.has(token)) {
      commands.push([]);
      glued = false;
    } else {
      const words = commands.at(-1) ?? [];
      const text = /^["']/.test(token) ? token.slice(1, -1) : token;
      if (glued && words.length > 0) words.push(`${words.pop()}${text}`);
      else words.push(text);
      glued = true;
    }
  }
  return commands
    .map(withoutAssignments)
    .map(withoutRunner)
    .filter((words) => words.length > 0);
}

/** The program that runs another one is left out: what it runs is a command like any other. */
function withoutRunner(words: string[]): string[] {
  const line = words.join(' ');
  const runner = /^(?:runuser -u \w+ --|docker compose exec \w+)(?= )/.exec(line)?.[0];
  return runner === undefined ? words : words.slice(runner.split(' ').length);
}

function withoutAssignments(words: string[]): string[] {
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  return start === -1 ? [] : words.slice(start);
}

/** The lines of a block that a reader would type. */
function typedLines({ language, text }: { language: string; text: string }): string[] {
  if (SHELLS.has(language)) return text.replaceAll(/\\\n\s*/g, ' ').split('\n');
  // The examples of a command's help: the command, two spaces or more, what it is for.
  if (language === 'text' && text.startsWith('Usage: ')) {
    const examples = text.split('\nExamples:\n')[1] ?? '';
    return examples.split('\n').map((line) => line.trim().split(/ {2,}/)[0] ?? '');
  }
  return [];
}

/** Every command of ours, or of npm, that a page names in its blocks and code spans. */
export function commandsIn({ path, text }: Page): NamedCommand[] {
  const found: NamedCommand[] = [];
  const home = posix.dirname(path);
  const add = (line: string, words: string[], folder: string | undefined) => {
    if (PROGRAMS.has(words[0] ?? '')) found.push({ page: path, line: line.trim(), words, folder });
  };
  for (const block of blocksOf(text)) {
    let folder: string | undefined = home;
    for (const line of typedLines(block)) {
      const beforeLine: string | undefined = folder;
      for (const words of commandsOf(line)) {
        if (words[0] === 'cd') folder = folderAfter(words[1] ?? '');
        else add(line, words, folder);
      }
      // A `cd` in parentheses does not affect later lines.
      if (line.trim().startsWith('(')) folder = beforeLine;
    }
  }
  for (const code of codeSpansOf(text).filter((code) => /^[a-z-]+(?: |$)/.test(code))) {
    for (const words of commandsOf(code)) add(code, words, home);
  }
  return found;
}

const IN_SOURCE = /`((?:npx )?mkt(?:-marketplace)? [^`\n]*)`/g;

/** The commands that comments and messages of our code name; what is filled in ends them. */
export const commandsInSource = ({ path, text }: Page): NamedCommand[] =>
  [...text.matchAll(IN_SOURCE)].flatMap(([, line = '']) =>
    commandsOf(line.split('${')[0] ?? '').map((words) => ({
      page: path,
      line,
      words,
      folder: posix.dirname(path),
    })),
  );

/** `cd examples/buyer` at the root; any other name is a project that the reader has just made. */
const folderAfter = (target: string) => (target.startsWith('examples/') ? target : undefined);
