// The flags of `npm start`. Imports nothing but Node, and runs on any Node ≥ 20.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DemoError } from './demo-error.mjs';

export const USAGE = `Starts a marketplace with two sellers, and buys from both.

  npm start                         stays up until Ctrl-C
  npm start -- --once               ends when both orders are through

  --port <port>                     of the marketplace (8787)
  --text-insights-port <port>       of the first seller (8801)
  --qr-code-port <port>             of the second seller (8802)
  --data <folder>                   where the data is kept (.mkt)
  --once                            do not stay up
  --help                            this

A port of 0 is any that is free.
`;

/** The flag of each port, and its default. */
export const PORT_FLAGS = { port: 8787, 'text-insights-port': 8801, 'qr-code-port': 8802 };

const FLAGS = {
  once: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  data: { type: 'string' },
  ...Object.fromEntries(Object.keys(PORT_FLAGS).map((flag) => [flag, { type: 'string' }])),
};

function portOf(flag, text) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new DemoError(`--${flag} must be a number from 0 to 65535, not "${text}".`);
}

function parse(argv) {
  try {
    return parseArgs({ args: argv, options: FLAGS, strict: true }).values;
  } catch (error) {
    const [sentence] = error.message.split('. ');
    throw new DemoError(`${sentence.replace(/\.$/, '')}. See: npm start -- --help`);
  }
}

/** `{ once, help, data, ports }`; what cannot be used is a DemoError. */
export function readOptions(argv, root) {
  const values = parse(argv);
  const ports = Object.fromEntries(
    Object.entries(PORT_FLAGS).map(([flag, usual]) => [
      flag,
      values[flag] === undefined ? usual : portOf(flag, values[flag]),
    ]),
  );
  if (values.data === '') throw new DemoError('--data must name a folder.');
  const data = values.data === undefined ? resolve(root, '.mkt') : resolve(values.data);
  return { once: values.once, help: values.help, data, ports };
}
