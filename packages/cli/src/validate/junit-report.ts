import type { Check } from '@mkt/protocol';
import { fails, type ValidationReport } from './summary.ts';

/** The report as JUnit XML, which CI systems read. */
export function junitReport(report: ValidationReport, isStrict: boolean): string {
  const { subject, checks, counts, durationMs } = report;
  const cases = checks.map((check) => testCase(check, subject, isStrict));
  const failures = counts.failed;
  const skipped = counts.skipped + counts.advice;
  const totals = attributes({
    name: `mkt validate ${subject}`,
    tests: checks.length,
    failures,
    errors: 0,
    skipped,
    time: durationMs / 1_000,
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${totals}>`,
    `  <testsuite ${totals}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n');
}

function testCase(check: Check, subject: string, isStrict: boolean): string {
  const open = `    <testcase ${attributes({ classname: subject, name: check.name })}`;
  if (check.outcome === 'passed') return `${open}/>`;
  const message = attributes({ message: check.message });
  if (!fails(check, isStrict)) return `${open}><skipped ${message}/></testcase>`;
  const about = attributes({ message: check.message, type: check.level });
  const text = [
    ...(check.details ?? []).map((detail) => `${detail.path} ${detail.message}`),
    ...(check.fix ? [check.fix] : []),
  ];
  return `${open}><failure ${about}>${escape(text.join('\n'))}</failure></testcase>`;
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escape(String(value))}"`)
    .join(' ');

/** XML 1.0 cannot represent most control characters and lone surrogates, not even escaped. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escape = (text: string): string =>
  text
    .replace(NOT_IN_XML, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
