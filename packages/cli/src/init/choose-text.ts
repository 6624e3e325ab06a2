import { CliError } from '../errors/cli-error.ts';
import type { Preparation } from './template.ts';

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
