import type * as Prompts from '@inquirer/prompts';
import { CliError } from '../errors/cli-error.ts';
import { Interrupted, isUnattended, type Shell } from '../terminal/shell.ts';
import { printable } from '../terminal/text.ts';

interface Question {
  message: string;
  /** The flag that gives the same value: named in the error when prompts are not possible. */
  flag: string;
  /** A command line with that flag, for the same error. */
  example?: string;
}

/** Prompts. Without an interactive terminal each is an error that names its flag. */
export interface Ask {
  isPossible: boolean;
  text(question: Question & { default?: string; check?: Check }): Promise<string>;
  /** The typed text is not shown. */
  secret(question: Question & { check?: Check }): Promise<string>;
  choice(question: Question & { choices: readonly Choice[]; default?: string }): Promise<string>;
  /** Any number of the choices, but at least one. */
  choices(question: Question & { choices: readonly Choice[] }): Promise<string[]>;
  confirm(question: Question & { default: boolean }): Promise<boolean>;
}

interface Choice {
  value: string;
  name: string;
  /** What is shown once it is chosen, instead of the name. */
  short?: string;
}

interface Context {
  input: Shell['stdin'];
  output: Shell['stderr'];
  signal: AbortSignal;
}

/** A key as `node:readline` reports it. */
interface Key {
  name?: string;
  ctrl?: boolean;
}

/** Returns `true`, or what is wrong with the answer. */
type Check = (answer: string) => true | string;

/** More are scrolled. */
const MAX_CHOICES = 12;

const isPromptError = (error: unknown) =>
  error instanceof Error && ['ExitPromptError', 'AbortPromptError'].includes(error.name);

/** Prompts may contain texts that someone else wrote. */
const shown = <T extends Question>(question: T): T => ({
  ...question,
  message: printable(question.message),
});

const withChoices = <T extends Question & { choices: readonly Choice[] }>(question: T) => ({
  ...shown(question),
  choices: question.choices.map(({ value, name, short = name }) => ({
    value,
    name: printable(name),
    short: printable(short),
  })),
});

export function createAsk(shell: Shell, flags: { isAllowed: boolean }): Ask {
  const { stdin: input, stderr: output, signal, env } = shell;
  const obstacle = !flags.isAllowed
    ? 'with --no-input or --json'
    : isUnattended(env)
      ? 'in CI'
      : input.isTTY === true && output.isTTY === true
        ? undefined
        : 'without a terminal';

  async function ask<Answer>(
    { flag, example }: Question,
    prompt: (prompts: typeof Prompts, context: Context) => Promise<Answer>,
  ): Promise<Answer> {
    signal.throwIfAborted();
    if (obstacle !== undefined) {
      throw new CliError('missing_value', `${flag} is required: mkt does not prompt ${obstacle}.`, {
        next: example && `For example: ${example}`,
      });
    }
    const prompts = await import('@inquirer/prompts');
    const ended = new AbortController();
    const end = () => ended.abort();
    // At the end of the input a prompt would wait forever.
    const onKey = (_: unknown, key: Key | undefined) => key?.ctrl && key.name === 'd' && end();
    input.on('keypress', onKey).once('end', end);
    try {
      // Prompts are on stderr: stdout is for data.
      const context = { input, output, signal: AbortSignal.any([signal, ended.signal]) };
      return await prompt(prompts, context);
    } catch (error) {
      signal.throwIfAborted();
      // While a prompt reads the terminal, Ctrl-C arrives as a key and not as a signal.
      throw isPromptError(error) ? new Interrupted(130) : error;
    } finally {
      input.off('keypress', onKey).off('end', end);
    }
  }

  return {
    isPossible: obstacle === undefined,
    text: ({ check, ...question }) =>
      ask(question, ({ input: prompt }, context) =>
        prompt({ ...shown(question), ...(check ? { validate: check } : {}) }, context),
      ),
    secret: ({ check, ...question }) =>
      ask(question, ({ password }, context) =>
        password({ ...shown(question), ...(check ? { validate: check } : {}) }, context),
      ),
    choice: (question) =>
      ask(question, ({ select }, context) =>
        select({ ...withChoices(question), pageSize: MAX_CHOICES, loop: false }, context),
      ),
    choices: (question) =>
      ask(question, ({ checkbox }, context) =>
        checkbox(
          { ...withChoices(question), required: true, pageSize: MAX_CHOICES, loop: false },
          context,
        ),
      ),
    confirm: (question) =>
      ask(question, ({ confirm }, context) => confirm(shown(question), context)),
  };
}

/** Prompts for confirmation unless `--yes` was given; declining is an error. */
export async function confirm(
  { ask }: { ask: Ask },
  message: string,
  yes: boolean | undefined,
): Promise<void> {
  if (yes) return;
  if (await ask.confirm({ message, flag: '--yes', default: false })) return;
  throw new CliError('declined', 'Cancelled: nothing was changed.');
}
