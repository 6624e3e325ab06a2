import type { Ask } from './ask.ts';

/** Prompts for the address of the service. */
export async function askServiceUrl({ ask }: { ask: Ask }): Promise<string> {
  return await ask.text({
    message: 'Base address of your service',
    flag: '--service-url',
    check: (answer) => URL.canParse(answer) || 'Enter a URL such as https://api.example.com',
  });
}
