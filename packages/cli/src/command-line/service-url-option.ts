import { InvalidArgumentError } from 'commander';
import { serviceUrlProblem } from '../input/service-url.ts';

/** Parses `--service-url`. Whether the address may be called is for the marketplace to say. */
export function serviceUrlOption(text: string): string {
  const problem = serviceUrlProblem(text.trim());
  if (problem !== undefined) throw new InvalidArgumentError(problem);
  return text;
}
