import type { Check, Detail } from '@mkt/protocol';
import { version } from '../this-package.ts';
import { fails, type ValidationReport } from './summary.ts';

/** The report as SARIF 2.1.0 for code scanning: one rule per check, one result per location. */
export function sarifReport({ checks, subject }: ValidationReport, isStrict: boolean): object {
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'mkt validate',
            version: version(),
            rules: checks.map(({ name, level }) => ({ id: name, properties: { level } })),
          },
        },
        results: failed.flatMap((check) => resultsOf(check, subject, isStrict)),
      },
    ],
  };
}

function resultsOf(check: Check, subject: string, isStrict: boolean): object[] {
  const level = fails(check, isStrict) ? 'error' : 'note';
  const locations: (Detail | undefined)[] = check.details?.length ? check.details : [undefined];
  return locations.map((detail) => ({
    ruleId: check.name,
    level,
    message: { text: messageOf(check, detail) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(subject) } },
        ...(detail ? { logicalLocations: [{ fullyQualifiedName: detail.path || '/' }] } : {}),
      },
    ],
  }));
}

const messageOf = ({ message, fix }: Check, detail: Detail | undefined): string =>
  [detail ? `${detail.path} ${detail.message}`.trim() : message, ...(fix ? [fix] : [])].join('. ');

/** SARIF requires a URI; a file's is relative to the working directory. */
const uriOf = (subject: string): string =>
  URL.canParse(subject) ? subject : encodeURI(subject.replaceAll('\\', '/'));
