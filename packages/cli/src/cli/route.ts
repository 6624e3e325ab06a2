import { COMMANDS, NOUNS, type Entry } from './command-table.ts';

/** What a command line names. */
export type Target =
  | { kind: 'version' }
  | { kind: 'overview' }
  | { kind: 'noun-help'; noun: string }
  | { kind: 'command'; entry: Entry; argv: string[] }
  | { kind: 'no-verb'; noun: string }
  /** A noun's command without the noun, such as `show`, and the commands that it could be. */
  | { kind: 'no-noun'; found: string; commands: string[] }
  /** A word that is not a command, and the words that would be valid there. */
  | { kind: 'unknown'; found: string; candidates: string[] };

/** Global options that take a value, which must not be read as the name of a command. */
export const GLOBAL_WITH_VALUE: ReadonlySet<string> = new Set([
  '--base-url',
  '--api-key',
  '--market',
  '--jq',
]);
const HELP = new Set(['-h', '--help']);
const FLAGS = new Set([...HELP, '--json', '--no-input', '--no-color', '--verbose']);

/** Finds the command by its name, with global options anywhere. Loads no command. */
export function route(argv: readonly string[]): Target {
  const positions = wordPositions(argv, 2);
  const [first, second] = positions.map((position) => argv[position] ?? '');
  if (first === undefined) return routeOptions(argv);
  if (first === 'help') return route([...argv.toSpliced(positions[0] ?? 0, 1), '--help']);

  const without = (count: number) =>
    argv.filter((_, position) => !positions.slice(0, count).includes(position));
  const double = second === undefined ? undefined : find(`${first} ${second}`);
  const single = find(first);
  // `sales` is a command, and so is `sales list`; in `sales --listing list`, list is a value.
  const isVerb =
    single === undefined || argv.slice(positions[0], positions[1]).every(isWordOrGlobal);
  if (double && isVerb) return { kind: 'command', entry: double, argv: without(2) };
  if (single) return { kind: 'command', entry: single, argv: without(1) };
  if (!Object.hasOwn(NOUNS, first)) {
    const commands = COMMANDS.map(({ name }) => name).filter((name) => name.endsWith(` ${first}`));
    return commands.length > 0
      ? { kind: 'no-noun', found: first, commands }
      : { kind: 'unknown', found: first, candidates: firstWords() };
  }
  if (second === undefined) {
    const isHelp = argv.some((argument) => HELP.has(argument));
    return { kind: isHelp ? 'noun-help' : 'no-verb', noun: first };
  }
  return {
    kind: 'unknown',
    found: `${first} ${second}`,
    candidates: COMMANDS.map(({ name }) => name).filter((name) => name.startsWith(`${first} `)),
  };
}

const isWordOrGlobal = (argument: string): boolean => {
  const [name = ''] = argument.split('=');
  return !name.startsWith('-') || FLAGS.has(name) || GLOBAL_WITH_VALUE.has(name);
};

const find = (name: string) =>
  COMMANDS.find((entry) => entry.name === name || entry.alias === name);

const firstWords = () => [
  ...new Set(
    COMMANDS.flatMap(({ name, alias = [] }) => [name, alias].flat()).map(
      (name) => name.split(' ')[0] ?? '',
    ),
  ),
];

/** The positions of the first words that are neither options nor values of global options. */
function wordPositions(argv: readonly string[], count: number): number[] {
  const positions: number[] = [];
  for (let position = 0; position < argv.length && positions.length < count; position++) {
    const argument = argv[position] ?? '';
    if (argument === '--') break;
    if (GLOBAL_WITH_VALUE.has(argument)) position++;
    else if (!argument.startsWith('-')) positions.push(position);
  }
  return positions;
}

function routeOptions(argv: readonly string[]): Target {
  if (argv.includes('--version') || argv.includes('-V')) return { kind: 'version' };
  const other = argv.find((argument, position) => {
    const isValue = GLOBAL_WITH_VALUE.has(argv[position - 1] ?? '');
    return !isValue && !FLAGS.has(argument) && !GLOBAL_WITH_VALUE.has(argument);
  });
  return other === undefined
    ? { kind: 'overview' }
    : { kind: 'unknown', found: other, candidates: ['--help', '--version'] };
}
