import type { Ask } from './ask.ts';

/** The service's address, asked for where it was not given. */
export async function askServiceUrl({ ask }: { ask: Ask }): Promise<string> {
  return await ask.text({
    message: 'Base address of your service',
    flag: '--service-url',
    check: (answer) => URL.canParse(answer) || 'It must be a URL, as in https://api.example.com',
  });
}
