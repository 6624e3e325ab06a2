import { InvalidArgumentError } from 'commander';
import { newCommand, type GlobalOptions } from '../command-line/new-command.ts';
import { indentJson } from '../terminal/format-json.ts';
import { printableJsonText } from '../terminal/printable.ts';
import { readJsonOption } from '../input/read-input.ts';
import type { CommandFactory } from '../command-line/session.ts';

interface Options extends GlobalOptions {
  data?: string;
  header?: Record<string, string>;
}

export const command: CommandFactory = (open) =>
  newCommand({
    examples: [
      ['mkt api GET /v1/me', 'a read'],
      [`mkt api PATCH /v1/listings/text-insights --data '{"title":"Text"}'`, 'a change'],
      ["mkt api POST /v1/orders --data @order.json --header 'Prefer: wait=10'", 'with a header'],
    ],
  })
    .argument('<method>', 'GET, POST, PATCH, DELETE, …', (text: string) => text.toUpperCase())
    .argument('<path>', 'path and query, as in /v1/orders?limit=5')
    .option('--data <json>', 'the body: JSON, @file, or - for stdin')
    .option('--header <header>', "another header, as in 'Prefer: wait=10'; may be repeated", header)
    .action(async (method: string, path: string, options: Options) => {
      const { client, output, shell } = open(options);
      const data =
        options.data === undefined
          ? undefined
          : await readJsonOption(options.data, '--data', shell);
      const { request } = await client();
      const { JsonText } = await import('@mkt/client');
      const answer = await request(method, path, {
        ...(data ? { body: new JsonText(data.text) } : {}),
        headers: options.header,
        signal: shell.signal,
      });
      if (answer.data === undefined) return output.done(String(answer.status), 'no content');
      const { text = 'null' } = answer;
      output.result(answer.data, () => printableJsonText(indentJson(text)), text);
    });

function header(text: string, given: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf(':');
  if (at > 0) return { ...given, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  throw new InvalidArgumentError('It must be "name: value".');
}
