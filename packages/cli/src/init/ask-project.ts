import { once } from 'node:events';
import { createServer } from 'node:net';
import { basename, resolve } from 'node:path';
import { toMicros } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from '../input/ask.ts';
import type { Output } from '../terminal/output.ts';
import { printable } from '../terminal/text.ts';
import { folderNameOf, titleOf } from './write-project.ts';

const USUAL_PORT = 8810;
/** After this many ports that are in use, the search ends. */
const TRIED = 100;
/** Every interface and the loopback one: some systems let two programs share a port that way. */
const HOSTS = [undefined, '127.0.0.1'];

/** The port of a new service: 8810 or, if a program on this machine uses it, the next free one. */
export async function choosePort(output: Output, given: number | undefined): Promise<number> {
  if (given !== undefined) return given;
  for (let port = USUAL_PORT; port < USUAL_PORT + TRIED; port++) {
    if (!(await isFree(port))) continue;
    if (port !== USUAL_PORT) {
      output.warn(`Port ${USUAL_PORT} is in use, so the new service listens on ${port}.`);
    }
    return port;
  }
  return USUAL_PORT;
}

async function isFree(port: number): Promise<boolean> {
  for (const host of HOSTS) if (!(await canListen(port, host))) return false;
  return true;
}

async function canListen(port: number, host: string | undefined): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** The price of a new service's call, in US dollars. */
export const DEFAULT_PRICE = 0.02;

interface Asking {
  ask: Ask;
  isAsking: boolean;
}

/** The folder as it was typed, or as it follows from the title; and the title, or one for the folder. */
export async function chooseName(
  { ask, isAsking }: Asking,
  { folder, title, cwd }: { folder?: string | undefined; title?: string | undefined; cwd: string },
): Promise<{ folder: string; title: string }> {
  if (folder !== undefined) {
    const suggestion = titleOf(basename(resolve(cwd, folder)));
    const question = { message: 'What will you sell?', flag: '--title', default: suggestion };
    const given =
      title ?? (isAsking ? await ask.text({ ...question, check: isTitle }) : suggestion);
    return { folder, title: checked(given) };
  }
  if (title === undefined && !isAsking) {
    throw new CliError('missing_value', 'A folder is required, as in: mkt init my-service');
  }
  const given =
    title ?? (await ask.text({ message: 'What will you sell?', flag: '<folder>', check: isTitle }));
  return { folder: folderNameOf(given), title: checked(given) };
}

/** The rule of the contract schema. */
const isTitle = (text: string): true | string =>
  (text.trim() !== '' && text.length <= 200 && printable(text) === text) ||
  'The title must be one line of 1 to 200 characters.';

function checked(title: string): string {
  const verdict = isTitle(title);
  if (verdict === true) return title.trim();
  throw new CliError('invalid_usage', verdict);
}

export async function choosePrice(
  { ask, isAsking }: Asking,
  price: number | undefined,
): Promise<number> {
  if (price !== undefined || !isAsking) return price ?? DEFAULT_PRICE;
  const answer = await ask.text({
    message: 'Price per call, in USD',
    flag: '--price',
    default: String(DEFAULT_PRICE),
    check: (text) =>
      (/^\d+(\.\d+)?$/.test(text) && toMicros(Number(text)) !== undefined) ||
      'Enter an amount such as 0.02 or 0.0005.',
  });
  return Number(answer);
}
