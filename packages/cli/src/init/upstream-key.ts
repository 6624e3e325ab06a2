import { CliError } from '../errors/cli-error.ts';
import type { Preparation } from './templates.ts';

/** An option of a template that is a text, or the answer to a prompt. Throws if there is neither. */
export async function chooseText(
  { ask, isAsking, options }: Pick<Preparation, 'ask' | 'isAsking' | 'options'>,
  question: { option: string; message: string; check?: (text: string) => true | string },
): Promise<string> {
  const { option, message, check } = question;
  const given = options[option];
  const flag = `--${option}`;
  if (typeof given === 'string') {
    const verdict = check?.(given) ?? true;
    if (verdict === true) return given.trim();
    throw new CliError('invalid_usage', `${flag}: ${verdict}.`);
  }
  if (!isAsking) throw new CliError('missing_value', `${flag} is required for this template.`);
  const answer = await ask.text({
    message,
    flag,
    check: (text) => (text.trim() === '' ? 'Enter something' : (check?.(text.trim()) ?? true)),
  });
  return answer.trim();
}

const VARIABLE = 'UPSTREAM_KEY';

/**
 * The file `.env` with the key for the API that a project calls: from the variable UPSTREAM_KEY or a
 * prompt, never from an option, which other programs on the machine could read. No file without a key.
 */
export async function keyFile(
  { ask, isAsking, output, shell }: Preparation,
  message: string,
): Promise<Record<string, string>> {
  const given = shell.env[VARIABLE];
  const key =
    given ??
    (isAsking
      ? await ask.secret({ message: `${message} (empty: later)`, flag: VARIABLE, check: isKey })
      : '');
  if (key === '') {
    output.note('key', `put it into .env as ${VARIABLE} before you start the service`);
    return {};
  }
  const verdict = isKey(key);
  if (verdict !== true) throw new CliError('invalid_usage', `${VARIABLE}: ${verdict}.`);
  return { '.env': `# git ignores this file.\n${VARIABLE}=${quoted(key)}\n` };
}

/** What a header can carry, and a line of .env. */
const isKey = (text: string): true | string =>
  (/^[\x20-\x7e]*$/.test(text) && !/'.*"|".*'/.test(text)) ||
  'It must be one line of ASCII characters, without both kinds of quotes';

const quoted = (key: string) => (key.includes("'") ? `"${key}"` : `'${key}'`);
