import type { Check, Detail } from '@mkt/protocol';
import { CommanderError } from 'commander';
import { JqError } from '../terminal/jq-error.ts';
import { Interrupted } from '../terminal/shell.ts';
import { CliError } from './cli-error.ts';
import type { ErrorContext } from './error-context.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { nextStep } from './next-step.ts';

/** What is reported about an error: as text, as JSON and by the exit code. */
export interface ErrorReport {
  /** One sentence. */
  message: string;
  type: string;
  exitCode: number;
  next?: string | undefined;
  requestId?: string | undefined;
  /** The key of an order that may have been placed. */
  idempotencyKey?: string | undefined;
  details: readonly Detail[];
  checks: readonly Check[];
  isShown: boolean;
}

const NO_DETAILS = { details: [], checks: [], isShown: false };

/** The report for anything that was thrown. */
export async function describeError(error: unknown, context: ErrorContext): Promise<ErrorReport> {
  if (error instanceof Interrupted) {
    const { message, exitCode, next, idempotencyKey } = error;
    return { ...NO_DETAILS, message, type: 'interrupted', exitCode, next, idempotencyKey };
  }
  if (error instanceof CliError) {
    const { message, type, isShown, ...facts } = error;
    const { next, requestId, idempotencyKey, details, checks } = facts;
    const exitCode = exitCodeOf(type);
    return { message, type, exitCode, next, requestId, idempotencyKey, details, checks, isShown };
  }
  if (error instanceof JqError) return describeJq(error);
  if (error instanceof CommanderError) return describeUsage(error, context);
  return (await describeClientError(error, context)) ?? describeUnexpected(error);
}

function describeJq({ message, hasRun, next }: JqError): ErrorReport {
  const type = hasRun ? 'filter_failed' : 'invalid_usage';
  return { ...NO_DETAILS, message, type, exitCode: exitCodeOf(type), next };
}

/** `option '--price <amount>' argument '1,5' is invalid. It must be …` */
const INVALID_OPTION = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '([^]*)' is invalid\. (\w)/;
/** `command-argument value 'x' is invalid for argument 'service-url'. It must be …` */
const INVALID_ARGUMENT =
  /^command-argument value '([^]*)' is invalid for argument '([^']*)'\. (\w)/;

const inPlainEnglish = (text: string): string =>
  text
    .replace(
      INVALID_OPTION,
      (_, flag: string, value: string, next: string) =>
        `${flag} cannot be ${value}: ${next.toLowerCase()}`,
    )
    .replace(
      INVALID_ARGUMENT,
      (_, value: string, name: string, next: string) =>
        `<${name}> cannot be ${value}: ${next.toLowerCase()}`,
    );

/** Commander's messages have the form "error: unknown option '--x'\n(Did you mean --y?)". */
function describeUsage({ message, code }: CommanderError, { command }: ErrorContext): ErrorReport {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const plain = inPlainEnglish(first);
  const sentence = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  const isMissing = code.startsWith('commander.missing');
  return {
    ...NO_DETAILS,
    message: /[.?]$/.test(sentence) ? sentence : `${sentence}.`,
    type: isMissing ? 'missing_value' : 'invalid_usage',
    exitCode: EXIT.usage,
    next: suggestion?.replaceAll(/[()]/g, '') ?? (command && `See its options: ${command} --help`),
  };
}

async function describeClientError(
  error: unknown,
  context: ErrorContext,
): Promise<ErrorReport | undefined> {
  // Imported lazily: commands that send no request start faster without the client.
  const { ApiError, MktError, ReviewFailedError } = await import('@mkt/client');
  if (!(error instanceof MktError)) return undefined;
  const isResponse = error instanceof ApiError;
  if (isResponse && error.type === 'unknown') return notAMarketplace(error, context);
  return {
    message: withoutKey(error, context) ?? (isResponse ? error.reason : error.message),
    type: error.type,
    exitCode: exitCodeOf(error.type, isResponse ? error.status : undefined),
    next: await nextStep(error, context),
    requestId: error.requestId,
    idempotencyKey: error.idempotencyKey,
    details: isResponse ? error.details : [],
    checks: error instanceof ReviewFailedError ? error.checks : [],
    isShown: false,
  };
}

/** The marketplace's own message names a header, which is for programs. */
function withoutKey({ type }: { type: string }, { connection }: ErrorContext): string | undefined {
  if (type !== 'unauthenticated' || !connection || connection.keySource !== undefined) {
    return undefined;
  }
  return `There is no API key for ${connection.baseUrl ?? 'the marketplace on this machine'}.`;
}

/** Every error of a marketplace has a type, so something else responded: often a seller's service. */
function notAMarketplace(
  { status, reason }: { status: number; reason: string },
  { connection }: ErrorContext,
): ErrorReport {
  const address = connection?.baseUrl ?? 'This address';
  return {
    ...NO_DETAILS,
    message: `${address} is not a marketplace: it responded with ${status}, “${reason}”.`,
    type: 'invalid_response',
    exitCode: EXIT.unreachable,
    next: 'Check --base-url or MKT_BASE_URL; the address of a service belongs to --service-url.',
  };
}

function describeUnexpected(error: unknown): ErrorReport {
  return {
    ...NO_DETAILS,
    message: `Unexpected error in mkt: ${error instanceof Error ? error.message : String(error)}`,
    type: 'defect',
    exitCode: EXIT.failed,
    next: 'Please report it, with the output of the same command run with --verbose.',
  };
}
