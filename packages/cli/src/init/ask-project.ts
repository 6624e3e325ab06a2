import { basename, resolve } from 'node:path';
import { toMicros } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from '../input/ask.ts';
import { printable } from '../terminal/text.ts';
import { folderNameOf, titleOf } from './project-names.ts';

/** Of a new service, in US dollars. */
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
