import { InvalidArgumentError } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import { baseUrlProblem, isAddress, serviceUrlProblem, withScheme } from '../input/service-url.ts';

/** Parses `--service-url`. Whether the address may be called is for the marketplace to say. */
export function serviceUrlOption(text: string): string {
  const problem = serviceUrlProblem(text);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return withScheme(text);
}

/** Parses `--base-url`; an empty one counts as not given. */
export function baseUrlOption(text: string): string {
  const problem = text.trim() === '' ? undefined : baseUrlProblem(text);
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return withScheme(text);
}

/** The address of a command that takes it as an argument too. */
export function oneServiceUrl(
  argument: string | undefined,
  option: string | undefined,
): string | undefined {
  if (argument === undefined) return option;
  if (option === undefined) return argument;
  throw new CliError('invalid_usage', 'Pass the address of the service once.');
}

/** The same for an argument that may be something else, such as a file or the name of a listing. */
export function addressOrOther(
  argument: string | undefined,
  option: string | undefined,
): { serviceUrl: string | undefined; other: string | undefined } {
  if (argument === undefined || !isAddress(argument))
    return { serviceUrl: option, other: argument };
  return { serviceUrl: oneServiceUrl(serviceUrlOption(argument), option), other: undefined };
}
