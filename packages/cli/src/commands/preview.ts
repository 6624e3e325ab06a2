import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { askServiceUrl } from '../input/service-url.ts';
import { oneServiceUrl, serviceUrlOption } from '../cli/options.ts';
import type { CommandFactory } from '../cli/session.ts';
import { quoteArgument } from '../terminal/text.ts';
import { checkLines, warningLine } from '../show/check.ts';
import { listingLines } from '../show/listing.ts';

interface Options extends GlobalOptions {
  serviceUrl?: string;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description: 'Nothing is saved. The exit code is 3 if a check of the review fails.',
    examples: [['mkt preview --service-url https://api.example.com', 'run it before mkt publish']],
  })
    .argument('[service-url]', 'the same as --service-url', serviceUrlOption)
    .option(
      '--service-url <url>',
      'base address of the service; /contract is appended',
      serviceUrlOption,
    )
    .action(async (address: string | undefined, options: Options) => {
      const session = open(options);
      const { output, shell } = session;
      const serviceUrl =
        oneServiceUrl(address, options.serviceUrl) ?? (await askServiceUrl(session, 'mkt preview'));
      const { listings } = await session.client();
      const preview = await listings.preview(serviceUrl, { signal: shell.signal });
      output.result(preview, ({ listing, checks, warnings }, style) =>
        [
          ...listingLines(listing, style),
          `  ${style.dim('slug')}    ${listing.slug}`,
          '',
          ...checks.flatMap((check) => checkLines(check, style)),
          ...warnings.map((warning) => warningLine(warning, style)),
        ].join('\n'),
      );
      if (preview.publishable) return;
      throw new CliError('review_flagged', 'The review would flag this service.', {
        checks: output.isJson ? preview.checks : [],
        next: `Fix the failed checks. All checks: mkt validate --service-url ${quoteArgument(serviceUrl)}`,
      });
    });
