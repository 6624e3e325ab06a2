import type * as Prompts from '@inquirer/prompts';
import { CliError } from '../errors/cli-error.ts';
import { Interrupted, type Shell } from '../terminal/shell.ts';
import { isUnattended } from '../terminal/spinner.ts';

interface Question {
  message: string;
  /** The flag or argument that answers it: what is named where nobody can be asked. */
  flag: string;
}

/** Questions to the person at the terminal. Where nobody is, each is an error that names its flag. */
export interface Ask {
  isPossible: boolean;
  text(question: Question & { default?: string; check?: Check }): Promise<string>;
  /** What is typed is not shown. */
  secret(question: Question & { check?: Check }): Promise<string>;
  choice(question: Question & { choices: readonly Choice[] }): Promise<string>;
  confirm(question: Question & { default: boolean }): Promise<boolean>;
}

interface Choice {
  value: string;
  name: string;
}

interface Context {
  input: Shell['stdin'];
  output: Shell['stderr'];
  signal: AbortSignal;
}

/** What `node:readline` says of a key. */
interface Key {
  name?: string;
  ctrl?: boolean;
}

/** `true`, or what is wrong with the answer. */
type Check = (answer: string) => true | string;

const isPromptError = (error: unknown) =>
  error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);

export function createAsk(shell: Shell, flags: { isAllowed: boolean }): Ask {
  const { stdin: input, stderr: output, signal, env } = shell;
  const isPossible =
    flags.isAllowed && input.isTTY === true && output.isTTY === true && !isUnattended(env);

  async function ask<Answer>(
    { flag }: Question,
    prompt: (prompts: typeof Prompts, context: Context) => Promise<Answer>,
  ): Promise<Answer> {
    signal.throwIfAborted();
    if (!isPossible) {
      throw new CliError('missing_value', `${flag} is needed: nobody can be asked here.`);
    }
    const prompts = await import('@inquirer/prompts');
    const ended = new AbortController();
    const end = () => ended.abort();
    // A prompt whose input is over would never settle.
    const onKey = (_: unknown, key: Key | undefined) => key?.ctrl && key.name === 'd' && end();
    input.on('keypress', onKey).once('end', end);
    try {
      // On stderr: stdout is for data.
      const context = { input, output, signal: AbortSignal.any([signal, ended.signal]) };
      return await prompt(prompts, context);
    } catch (error) {
      signal.throwIfAborted();
      // Ctrl-C arrives as a key while a prompt reads the terminal.
      throw isPromptError(error) ? new Interrupted(130) : error;
    } finally {
      input.off('keypress', onKey).off('end', end);
    }
  }

  return {
    isPossible,
    text: ({ check, ...question }) =>
      ask(question, ({ input: prompt }, context) =>
        prompt({ ...question, ...(check ? { validate: check } : {}) }, context),
      ),
    secret: ({ check, ...question }) =>
      ask(question, ({ password }, context) =>
        password({ ...question, ...(check ? { validate: check } : {}) }, context),
      ),
    choice: (question) => ask(question, ({ select }, context) => select(question, context)),
    confirm: (question) => ask(question, ({ confirm }, context) => confirm(question, context)),
  };
}
