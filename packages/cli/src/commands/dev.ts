import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { serviceUrlOption, wholeNumber } from '../cli/options.ts';
import type { CommandFactory } from '../cli/session.ts';

interface Options extends GlobalOptions {
  port: number;
  serviceUrl?: string;
  watch?: string[];
}

const DEFAULT_PORT = 8787;
const MAX_PORT = 65_535;

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Starts the service of this project and its own marketplace in .mkt/, publishes the service there and shows each call. After every change it starts, checks and publishes the service again. The signing secret is written to .env. Without a command, it starts the service with dev of mkt.json, otherwise with the script dev or start of package.json, otherwise by running main.py. On a terminal: r runs the example, o opens the dashboard, q quits.',
    isConnected: false,
    examples: [
      ['mkt dev', 'start the service of this project and sell it here'],
      ['mkt dev -- node src/main.js', 'the same with another start command'],
      ['mkt dev --watch src -- python3 -u main.py', 'start it again only after changes in src'],
      ['mkt dev --service-url http://localhost:8810', 'a service that is already running'],
      ['mkt dev --json', 'one JSON object per event, for a program'],
    ],
  })
    .argument('[command...]', 'after --, the command that starts the service')
    .option(
      '--port <port>',
      'port of the marketplace; 0 for any free one',
      wholeNumber(0, MAX_PORT),
      DEFAULT_PORT,
    )
    .option(
      '--service-url <url>',
      'base address of the service; without a command it must be running already',
      serviceUrlOption,
    )
    .option('--watch <path...>', 'files and folders to watch (default: the sources of the project)')
    .action(async (start: string[], { port, serviceUrl, watch = [], ...options }: Options) => {
      const { shell, output, ask } = open(options);
      const { runDev } = await import('../dev/run-dev.ts');
      const settings = { port, serviceUrl, command: start, watch, hasKeys: ask.isPossible };
      await runDev({ shell, output }, settings);
    });
