import type { Ask } from './ask.ts';
import { serviceUrlProblem, withScheme } from './service-url.ts';

/** Prompts for the address of the service; `command` is what needs it, such as `mkt publish`. */
export async function askServiceUrl({ ask }: { ask: Ask }, command: string): Promise<string> {
  const answer = await ask.text({
    message: 'Base address of your service',
    flag: '--service-url',
    example: `${command} --service-url http://localhost:8810`,
    check: (text) => serviceUrlProblem(text) ?? true,
  });
  return withScheme(answer);
}
