import { InvalidArgumentError } from 'commander';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { indentJson, printableJson } from '../terminal/text.ts';
import { readJsonOption } from '../input/read-input.ts';
import type { CommandFactory } from '../cli/session.ts';

interface Options extends GlobalOptions {
  input?: string;
  header?: Record<string, string>;
}

export const command: CommandFactory = (open) =>
  newCommand({
    examples: [
      ['mkt api GET /v1/me', 'read a record'],
      [`mkt api PATCH /v1/listings/text-insights --input '{"title":"Text"}'`, 'change a record'],
      [
        "mkt api POST /v1/orders --input @order.json --header 'Prefer: wait=10'",
        'with a body from a file and a header',
      ],
    ],
  })
    .argument('<method>', 'GET, POST, PATCH, DELETE, …', (text: string) => text.toUpperCase())
    .argument('<path>', 'path with query, as in /v1/orders?limit=5')
    .option('--input <json>', 'the request body: JSON, @file, or - for stdin')
    .option('--header <header>', "add a header, as in 'Prefer: wait=10'; can be repeated", header)
    .action(async (method: string, path: string, options: Options) => {
      const { client, output, shell } = open(options);
      const body =
        options.input === undefined
          ? undefined
          : await readJsonOption(options.input, '--input', shell);
      const { request } = await client();
      const { JsonText } = await import('@mkt/client');
      const { data, response } = await request(method, path, {
        ...(body ? { body: new JsonText(body.text) } : {}),
        headers: options.header,
        signal: shell.signal,
      }).withResponse();
      if (data === undefined) return output.done(String(response.status), 'no content');
      const { text = 'null' } = response;
      output.result(data, () => printableJson(indentJson(text)), text);
    });

function header(text: string, others: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf(':');
  if (at > 0) return { ...others, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  throw new InvalidArgumentError('It must have the form "name: value".');
}
