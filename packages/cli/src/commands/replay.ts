import { InvalidArgumentError } from 'commander';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { confirm } from '../input/ask.ts';
import { withScheme } from '../input/service-url.ts';
import { findCall, type Replay, replayCall, targetOf } from '../orders/replay-call.ts';
import { knownSecrets } from '../store/known-secrets.ts';
import { SECRET_FILE } from '../store/secret-variable.ts';
import { formatDuration } from '../show/price.ts';
import { compactJson, indentJson, printableJson } from '../terminal/text.ts';

interface OrdersReplayOptions extends GlobalOptions {
  to: string;
  secretFile: string;
  yes?: boolean;
}

/** Parses `--to`. */
function toOption(text: string): string {
  const url = URL.parse(withScheme(text));
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
    return url.href;
  }
  throw new InvalidArgumentError('It must be an http or https URL, such as http://localhost:8810.');
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'The order is a call to one of your listings, or one that you placed. The new call has a new order id and a fresh signature; the marketplace is not involved, and nothing is charged. The exit code is 3 if the call fails or its result does not match the output schema.',
    examples: [
      [
        'mkt orders replay 0190c1f2-7a00-7000-8000-000000000001 --to http://localhost:8810',
        'try the service you are working on',
      ],
    ],
  })
    .argument('<order>', 'id of the order')
    .requiredOption(
      '--to <url>',
      'base address of the service, as for --service-url; or the URL to call',
      toOption,
    )
    .option(
      '--secret-file <file>',
      'the file with the signing secret, in addition to the environment',
      SECRET_FILE,
    )
    .option('-y, --yes', 'send it to another machine without confirmation')
    .action(async (id: string, options: OrdersReplayOptions) => {
      const session = open(options);
      const { shell, output } = session;
      const found = await findCall(await session.client(), id, shell.signal);
      const { endpointPath } = found.contract;
      const { url, isLocal } = await targetOf(options.to, endpointPath, shell.signal);
      if (!isLocal) {
        await confirm(session, `Send this order’s input to ${url}?`, options.yes);
      }
      const secrets = await knownSecrets(shell, options.secretFile);
      if (secrets === undefined) {
        output.warn(
          `The call is not signed: neither ${options.secretFile} nor the environment has a signing secret.`,
        );
      }
      if (found.call.revision !== found.revision) {
        output.warn(
          `The order was for revision ${found.call.revision}; the listing is at revision ${found.revision}.`,
        );
      }
      const spinner = output.spin('calling');
      const replay = await replayCall({ found, url, secrets, signal: shell.signal })
        // oxlint-disable-next-line promise/prefer-await-to-then -- the spinner stops before an error is printed
        .finally(spinner.stop);
      show(session, replay);
    });

function show({ output }: Session, replay: Replay): void {
  const { status, durationMs, problem, outputValid, outputErrors, resultText } = replay;
  const { resultText: _, ...record } = replay;
  // The result keeps all digits of its numbers.
  const result = `"result":${resultText === undefined ? 'null' : compactJson(resultText)}`;
  const text = `${JSON.stringify(record).slice(0, -1)},${result}}`;
  output.result(
    record,
    () => (resultText === undefined ? '' : printableJson(indentJson(resultText))),
    text,
  );
  if (status !== null) {
    const verdict =
      outputValid === null
        ? ''
        : outputValid
          ? ', matches the output schema'
          : ', does not match the output schema';
    const line = `${status} in ${formatDuration(durationMs ?? 0)}${verdict}`;
    if (problem === null && outputValid !== false) output.done('replayed', line);
    else output.note('replayed', line);
  }
  if (problem !== null) {
    throw new CliError('checks_failed', problem, {
      next:
        status === 401
          ? 'Compare the secrets: mkt doctor'
          : status === null
            ? `Is the service running? The call went to ${replay.to}`
            : status === 404
              ? `The call went to ${replay.to}. --to takes the base address of the service, or its endpoint.`
              : undefined,
    });
  }
  if (outputValid === false) {
    throw new CliError(
      'checks_failed',
      'The result does not match the output schema of the listing.',
      {
        details: outputErrors,
      },
    );
  }
}
