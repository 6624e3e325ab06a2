// The flags of `npm start`. Runs on any Node ≥ 20 before anything is installed.
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DemoError } from './report.mjs';

export const USAGE = `Starts a marketplace with two sellers, and buys a call from each.

  npm start                         runs until Ctrl-C
  npm start -- --once               stops when both orders are completed

  --port <port>                     port of the marketplace (8787)
  --text-insights-port <port>       port of the first seller (8801)
  --qr-code-port <port>             port of the second seller (8802)
  --data <folder>                   where the data is kept (.mkt)
  --once                            stop when both orders are completed
  --help                            show this help

Port 0 takes any free port.
`;

/** Ports by flag, and what listens on each. */
export const PORTS = {
  port: { default: 8787, owner: 'the marketplace' },
  'text-insights-port': { default: 8801, owner: 'text-insights' },
  'qr-code-port': { default: 8802, owner: 'qr-code' },
};
export const MAX_PORT = 65_535;

const FLAGS = {
  once: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  data: { type: 'string' },
  ...Object.fromEntries(Object.keys(PORTS).map((flag) => [flag, { type: 'string' }])),
};

function portOf(flag, text) {
  if (text === undefined) return PORTS[flag].default;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new DemoError(`--${flag} must be a number from 0 to ${MAX_PORT}, not "${text}".`);
}

function parse(args) {
  try {
    return parseArgs({ args, options: FLAGS, strict: true }).values;
  } catch (error) {
    const [sentence] = error.message.split('. ');
    throw new DemoError(`${sentence.replace(/\.$/, '')}. See: npm start -- --help`);
  }
}

const defaultData = (root) => resolve(root, '.mkt');

/** Reads `{ once, help, data, ports }`. Throws `DemoError` for an invalid one. */
export function readOptions(args, root) {
  const { once, help, data, ...values } = parse(args);
  if (data === '') throw new DemoError('--data must name a folder.');
  return {
    once,
    help,
    data: data === undefined ? defaultData(root) : resolve(data),
    ports: Object.fromEntries(Object.keys(PORTS).map((flag) => [flag, portOf(flag, values[flag])])),
  };
}

const quoted = (text) =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

function shownPath(path, root) {
  const short = relative(root, path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** The command line with these options, to be pasted into a shell. */
export function commandWith({ once, data, ports }, root) {
  const flags = Object.entries(ports)
    .filter(([flag, port]) => port !== PORTS[flag].default)
    .map(([flag, port]) => `--${flag} ${port}`);
  if (data !== defaultData(root)) flags.push(`--data ${quoted(shownPath(data, root))}`);
  if (once) flags.push('--once');
  return ['npm start', ...(flags.length === 0 ? [] : ['--', ...flags])].join(' ');
}
