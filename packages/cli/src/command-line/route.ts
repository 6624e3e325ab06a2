import { COMMANDS, NOUNS, type Entry } from './command-table.ts';

/** What a command line asks for. */
export type Target =
  | { kind: 'version' }
  | { kind: 'overview' }
  | { kind: 'noun-help'; noun: string }
  | { kind: 'command'; entry: Entry; argv: string[] }
  | { kind: 'no-verb'; noun: string }
  /** A word that is no command, and those that could stand there. */
  | { kind: 'unknown'; given: string; candidates: string[] };

/** Global options that take a value: it is not the name of a command. */
const WITH_VALUE = new Set(['--base-url', '--api-key', '--profile']);
const HELP = new Set(['-h', '--help']);

/** Finds the command by its name, wherever global options stand, and loads nothing. */
export function route(argv: readonly string[]): Target {
  const places = wordPlaces(argv, 2);
  const [first, second] = places.map((place) => argv[place] ?? '');
  if (first === undefined) return routeOptions(argv);
  if (first === 'help') return route([...argv.toSpliced(places[0] ?? 0, 1), '--help']);

  const without = (count: number) =>
    argv.filter((_, place) => !places.slice(0, count).includes(place));
  const single = find(first);
  if (single) return { kind: 'command', entry: single, argv: without(1) };
  if (!Object.hasOwn(NOUNS, first)) {
    return { kind: 'unknown', given: first, candidates: firstWords() };
  }
  if (second === undefined) {
    const isHelp = argv.some((argument) => HELP.has(argument));
    return { kind: isHelp ? 'noun-help' : 'no-verb', noun: first };
  }
  const entry = find(`${first} ${second}`);
  if (entry) return { kind: 'command', entry, argv: without(2) };
  return {
    kind: 'unknown',
    given: `${first} ${second}`,
    candidates: COMMANDS.map(({ name }) => name).filter((name) => name.startsWith(`${first} `)),
  };
}

const find = (name: string) =>
  COMMANDS.find((entry) => entry.name === name || entry.alias === name);

const firstWords = () => [
  ...new Set(
    COMMANDS.flatMap(({ name, alias = [] }) => [name, alias].flat()).map(
      (name) => name.split(' ')[0] ?? '',
    ),
  ),
];

/** Where the first words stand that are neither options nor the values of global ones. */
function wordPlaces(argv: readonly string[], count: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < argv.length && places.length < count; place++) {
    const argument = argv[place] ?? '';
    if (argument === '--') break;
    if (WITH_VALUE.has(argument)) place++;
    else if (!argument.startsWith('-')) places.push(place);
  }
  return places;
}

function routeOptions(argv: readonly string[]): Target {
  if (argv.includes('--version') || argv.includes('-V')) return { kind: 'version' };
  const isGlobal = (argument: string) =>
    HELP.has(argument) || ['--json', '--no-input', '--no-color', '--verbose'].includes(argument);
  const other = argv.find((argument, place) => {
    const isValue = WITH_VALUE.has(argv[place - 1] ?? '');
    return !isValue && !isGlobal(argument) && !WITH_VALUE.has(argument);
  });
  return other === undefined
    ? { kind: 'overview' }
    : { kind: 'unknown', given: other, candidates: ['--help', '--version'] };
}
