import type { Check, Detail } from '@mkt/protocol';
import { CommanderError } from 'commander';
import { CliError } from './cli-error.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { nextStep } from './next-step.ts';
import { Interrupted } from '../terminal/shell.ts';

/** An error as it is told: to a person, as JSON, and by the exit code. */
export interface ToldError {
  /** One sentence. */
  message: string;
  type: string;
  exitCode: number;
  next?: string | undefined;
  requestId?: string | undefined;
  details: readonly Detail[];
  checks: readonly Check[];
  isShown: boolean;
}

const NOTHING = { details: [], checks: [], isShown: false };

/** What to tell of anything that was thrown. */
export async function describeError(error: unknown): Promise<ToldError> {
  if (error instanceof Interrupted) {
    const { message, exitCode } = error;
    return { ...NOTHING, message, type: 'interrupted', exitCode };
  }
  if (error instanceof CliError) {
    const { message, type, next, requestId, details, checks, isShown } = error;
    return { message, type, exitCode: exitCodeOf(type), next, requestId, details, checks, isShown };
  }
  if (error instanceof CommanderError) return describeUsage(error);
  return (await describeClientError(error)) ?? describeDefect(error);
}

/** Commander's own sentences read "error: unknown option '--x'\n(Did you mean --y?)". */
function describeUsage({ message, code }: CommanderError): ToldError {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  const isMissing = code.startsWith('commander.missing');
  return {
    ...NOTHING,
    message: `${sentence.replace(/\.$/, '')}.`,
    type: isMissing ? 'missing_value' : 'invalid_usage',
    exitCode: EXIT.usage,
    next: suggestion?.replaceAll(/[()]/g, ''),
  };
}

async function describeClientError(error: unknown): Promise<ToldError | undefined> {
  // Loaded here, so that commands that never speak to a marketplace start without it.
  const { ApiError, MktError, ReviewFailedError } = await import('@mkt/client');
  if (!(error instanceof MktError)) return undefined;
  const isAnswer = error instanceof ApiError;
  return {
    message: isAnswer ? error.reason : error.message,
    type: error.type,
    exitCode: exitCodeOf(error.type, isAnswer ? error.status : undefined),
    next: await nextStep(error),
    requestId: error.requestId,
    details: isAnswer ? error.details : [],
    checks: error instanceof ReviewFailedError ? error.checks : [],
    isShown: false,
  };
}

function describeDefect(error: unknown): ToldError {
  const what = error instanceof Error ? error.message : String(error);
  return {
    ...NOTHING,
    message: `Something is wrong in mkt itself: ${what}`,
    type: 'defect',
    exitCode: EXIT.failed,
    next: 'The same with --verbose shows where; please report it.',
  };
}
