import type { Ask } from './ask.ts';
import { serviceUrlProblem } from './service-url.ts';

/** Prompts for the address of the service; `command` is what needs it, such as `mkt publish`. */
export async function askServiceUrl({ ask }: { ask: Ask }, command: string): Promise<string> {
  return await ask.text({
    message: 'Base address of your service',
    flag: '--service-url',
    example: `${command} --service-url http://localhost:8810`,
    check: (answer) => serviceUrlProblem(answer.trim()) ?? true,
  });
}
