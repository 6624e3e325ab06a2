import { CliError } from '../cli-error.ts';
import { newCommand, type GlobalOptions } from '../new-command.ts';
import { askServiceUrl } from '../service-url.ts';
import type { CommandFactory } from '../session.ts';
import { checkLines, warningLine } from '../show/check-lines.ts';
import { listingLines } from '../show/listing-lines.ts';

interface Options extends GlobalOptions {
  serviceUrl?: string;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description: 'Nothing is saved. Exits with code 3 when a check of the review fails.',
    examples: [['mkt preview --service-url https://api.example.com', 'before mkt publish']],
  })
    .option('--service-url <url>', 'base address of the service; /contract is appended')
    .action(async (options: Options) => {
      const session = open(options);
      const { output, shell } = session;
      const serviceUrl = options.serviceUrl ?? (await askServiceUrl(session));
      const { listings } = await session.client();
      const preview = await listings.preview(serviceUrl, { signal: shell.signal });
      output.result(preview, ({ listing, checks, warnings }, style) =>
        [
          ...listingLines(listing, style),
          '',
          ...checks.flatMap((check) => checkLines(check, style)),
          ...warnings.map((warning) => warningLine(warning, style)),
        ].join('\n'),
      );
      if (preview.publishable) return;
      throw new CliError('review_flagged', 'A review would flag this service.', {
        checks: output.isJson ? preview.checks : [],
      });
    });
