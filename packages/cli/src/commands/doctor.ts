import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { runDoctor } from '../doctor/run-doctor.ts';
import { doctorReport, findingLines } from '../doctor/findings.ts';
import { CliError } from '../errors/cli-error.ts';
import { SECRET_FILE } from '../store/secret-variable.ts';
import { asTyped } from '../terminal/output.ts';
import { addressOrOther, serviceUrlOption } from '../cli/options.ts';

interface Options extends GlobalOptions {
  serviceUrl?: string;
  secretFile: string;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Checks the versions, the marketplace, the clock, the API key, the listing, the contract that its service has now, its signing secret and newest orders, the service and its certificate, and prints the next command for each problem. With --verbose it also lists the checks that passed. It changes nothing and never prints a secret: secrets are compared by fingerprint, the beginning of their SHA-256. The exit code is 3 if something failed.',
    examples: [
      ['mkt doctor', 'what this folder sells, with the secrets in .env'],
      ['mkt doctor text-insights', 'one of several listings'],
      ['mkt doctor --service-url http://localhost:8810', 'a service that is not listed yet'],
    ],
  })
    .argument(
      '[listing]',
      'slug or id, or the address of the service (default: what this folder sells, or your only one)',
    )
    .option(
      '--service-url <url>',
      'base address of the service (default: the endpoint of the listing)',
      serviceUrlOption,
    )
    .option('--secret-file <file>', 'the file with the signing secret', SECRET_FILE)
    .action(async (given: string | undefined, options: Options) => {
      const { settings, shell, output } = open(options);
      const { secretFile } = options;
      const { serviceUrl, other: listing } = addressOrOther(given, options.serviceUrl);
      const spinner = output.spin('checking');
      const { baseUrl, findings } = await runDoctor({
        settings: await settings(),
        shell,
        listing,
        serviceUrl,
        secretFile,
        onStep: spinner.update,
        // oxlint-disable-next-line promise/prefer-await-to-then -- the spinner stops before an error is printed
      }).finally(spinner.stop);
      const report = doctorReport(baseUrl, findings);
      const isVerbose = options.verbose === true;
      output.result(report, (shown, style) =>
        asTyped(findingLines(shown, style, { isVerbose }), shell.env),
      );
      if (report.ok) return;
      const { failed } = report.counts;
      throw new CliError(
        'checks_failed',
        failed === 1 ? '1 check failed.' : `${failed} checks failed.`,
        // The report has already shown them.
        { isShown: true },
      );
    });
