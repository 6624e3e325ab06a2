import { enableCompileCache } from 'node:module';
import { CliError } from '../errors/cli-error.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { readBytes } from '../input/read-input.ts';
import { knownSecrets } from '../store/known-secrets.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { reportOf, type ValidationReport } from '../validate/text-report.ts';
import type { Validated } from '../validate/validate-document.ts';
import { addressOrOther, serviceUrlOption } from '../cli/options.ts';

interface Options extends GlobalOptions {
  serviceUrl?: string;
  secret?: string;
  strict?: boolean;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'A file is checked offline. For a running service, this runs the review’s checks and the other ' +
      'rules for sellers. Given the service’s signing secret, it also checks that wrongly signed calls ' +
      'are rejected. Passed checks are counted, and listed with --verbose. The exit code is 3 if a check fails.',
    isConnected: false,
    examples: [
      ['mkt validate contract.json', 'check a contract file offline'],
      ['mkt validate --service-url http://localhost:8810', 'check a running service'],
      ['mkt validate --service-url https://api.example.com --json', 'a report for a program'],
    ],
  })
    .argument('[file]', 'contract as JSON, or - for stdin; or the address of a running service')
    .option('--service-url <url>', 'base address of a running service', serviceUrlOption)
    .option(
      '--secret <secret>',
      'signing secret of the service, to test signatures (MKT_SIGNING_SECRET, or .env)',
    )
    .option('--strict', 'treat advice as failures')
    .action(async (given: string | undefined, options: Options) => {
      const { serviceUrl, other: file } = addressOrOther(given, options.serviceUrl);
      const session = open(options);
      // The schema engine is large: with a compile cache, checking a document takes about a tenth less
      // time. Smaller commands would start later.
      enableCompileCache();
      const startedAt = performance.now();
      const subject = subjectOf(file, serviceUrl);
      const validated =
        file === undefined
          ? await serviceOf(session, subject, options)
          : await documentOf(session, file);
      const durationMs = performance.now() - startedAt;
      const report = reportOf({ subject, ...validated, durationMs }, options.strict ?? false);
      const { strict: isStrict = false, verbose: isVerbose = false } = options;
      await print(session, report, { isStrict, isVerbose });
      if (report.ok) return;
      throw new CliError(
        'checks_failed',
        report.counts.failed === 1 ? '1 check failed.' : `${report.counts.failed} checks failed.`,
        // The report has already shown them.
        { isShown: true },
      );
    });

function subjectOf(file: string | undefined, serviceUrl: string | undefined): string {
  if (file !== undefined && serviceUrl !== undefined) {
    throw new CliError('invalid_usage', 'Pass a file or --service-url, not both.');
  }
  const subject = file ?? serviceUrl;
  if (subject !== undefined) return subject === '-' ? 'stdin' : subject;
  throw new CliError(
    'missing_value',
    'Pass a contract file, or --service-url for a running service.',
    { next: 'For example: mkt validate --service-url http://localhost:8810' },
  );
}

async function documentOf({ shell }: Session, file: string): Promise<Validated> {
  const bytes = await readBytes(file, shell);
  const { validateDocument } = await import('../validate/validate-document.ts');
  return await validateDocument(bytes);
}

async function serviceOf(
  { shell, output }: Session,
  serviceUrl: string,
  { secret }: Options,
): Promise<Validated> {
  const signingSecret = secret === undefined ? await secretsOf(shell) : await checked(secret);
  const { validateService } = await import('../validate/validate-service.ts');
  const spinner = output.spin('checking');
  try {
    return await validateService({
      serviceUrl,
      secret: signingSecret,
      folder: shell.cwd,
      signal: shell.signal,
      onCheck: ({ name }) => spinner.update(name),
    });
  } finally {
    spinner.stop();
  }
}

/** A typo in the environment is an error; a damaged file beside the service has no secrets. */
async function secretsOf(shell: Session['shell']): Promise<string | undefined> {
  await checked(shell.env['MKT_SIGNING_SECRET'] ?? '');
  return await knownSecrets(shell);
}

/** During a rotation there are several, separated by commas. */
async function checked(text: string): Promise<string | undefined> {
  if (text === '') return undefined;
  const { parseSigningSecrets } = await import('@mkt/protocol/signing');
  if (parseSigningSecrets(text)) return text;
  throw new CliError(
    'invalid_usage',
    'The signing secret is malformed: it must be whsec_ followed by base64.',
    { next: 'mkt secrets pull prints it with --print-secret. Your listings: mkt listings list' },
  );
}

async function print(
  { output }: Session,
  report: ValidationReport,
  shownAs: { isStrict: boolean; isVerbose: boolean },
): Promise<void> {
  const { textReport } = await import('../validate/text-report.ts');
  output.result(report, (shown, style) => textReport(shown, shownAs, style));
}
