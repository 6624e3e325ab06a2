import { setTimeout as pause } from 'node:timers/promises';
import type { Client, SellerOrder } from '@mkt/client';
import type { Detail, Provider } from '@mkt/protocol';
import { describeError } from '../errors/describe-error.ts';
import { followSales } from '../orders/follow-sales.ts';
import { checkLines } from '../show/check.ts';
import { onOneLine } from '../show/facts.ts';
import { saleLine } from '../show/order.ts';
import { formatDuration, formatPrice } from '../show/price.ts';
import { SECRET_FILE } from '../store/secret-variable.ts';
import type { SecretWritten } from '../store/write-secret.ts';
import type { Output } from '../terminal/output.ts';
import type { Style } from '../terminal/style.ts';
import { compactJson, printableJson, quoteArgument } from '../terminal/text.ts';
import { cutToWidth } from '../terminal/width.ts';
import type { Market, Refusal } from './open-market.ts';
import type { CheckedService } from './sell-service.ts';
import type { ServiceExit } from './service-loop.ts';

/** Where stdout is not a terminal. */
const WIDTH = 200;
const INDENT = '          ';
const LABEL_WIDTH = 8;
const MAX_DETAILS = 5;

/** A call: when, how it ended and how long it took; who bought it; input, output, and what is wrong. */
function callLines(call: SellerOrder, style: Style): string {
  const { id, buyerId, outputErrors, orderState } = call;
  const isFailed = orderState === 'failed';
  return [
    saleLine(call, style),
    row('order', style.dim(`${id} of ${buyerId}`), style, Infinity),
    row('input', jsonOf(call.requestBodyText), style),
    ...(orderState === 'completed' ? [row('output', jsonOf(call.resultText), style)] : []),
    ...(isFailed ? [row('error', call.errorMessage, style)] : []),
    ...detailRows(outputErrors ?? [], style),
  ]
    .map(onOneLine)
    .join('\n');
}

/** An activation that was refused before the service was called. */
function refusalLines(refusal: Refusal, at: Date, style: Style): string {
  const time = style.dim(at.toISOString().slice(11, 19));
  return [
    `${time}  ${style.red('✖')} refused before the call: ${refusal.message}`,
    ...detailRows(refusal.details, style),
  ]
    .map(onOneLine)
    .join('\n');
}

const detailRows = (details: readonly Detail[], style: Style): string[] => [
  ...details
    .slice(0, MAX_DETAILS)
    .map(({ path, message }) => row('!', `${path || '(root)'}  ${message}`, style)),
  ...(details.length > MAX_DETAILS ? [`${INDENT}and ${details.length - MAX_DETAILS} more`] : []),
];

/** On one line, with every control character escaped. */
const jsonOf = (text = 'null'): string => printableJson(compactJson(text));

function row(
  label: string,
  text: string,
  style: Style,
  columns = (style.columns ?? WIDTH) - INDENT.length - LABEL_WIDTH,
): string {
  const sign = label === '!' ? style.yellow(label) : label;
  const gap = ' '.repeat(LABEL_WIDTH - label.length);
  return `${INDENT}${sign}${gap}${cutToWidth(text, Math.max(columns, LABEL_WIDTH))}`;
}

const RETRY_MS = 1_000;
const UNAUTHORIZED = 401;

/** Shows each call when it has settled, until the signal aborts. Never rejects. */
export async function followCalls(
  client: Client,
  report: DevReport,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const call of followSales(client, { signal })) {
        report.call(await client.sales.get(call.id, { signal }));
        if (call.failure?.sellerStatus !== UNAUTHORIZED) continue;
        report.problem(
          'The service refused a signed call: it uses another secret.',
          `Compare: mkt secrets pull ${quoteArgument(call.listing.slug)} --print-secret`,
        );
      }
    } catch (error) {
      if (signal.aborted) return;
      report.problem(`Calls cannot be shown: ${(await describeError(error, {})).message}`);
      await pause(RETRY_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** What `mkt dev` prints: calls on stdout, the rest on stderr; with `--json` one event per line. */
export type DevReport = ReturnType<typeof createDevReport>;

export function createDevReport(output: Output) {
  const { style } = output;
  const emit = (event: string, fields: object) => {
    if (output.isJson) output.result({ event, at: new Date().toISOString(), ...fields }, () => '');
  };
  const data = (event: string, fields: object, render: Parameters<Output['result']>[1]) => {
    if (output.isJson) emit(event, fields);
    else output.result(fields, render);
  };
  const problem = (message: string, next?: string) => {
    output.warn(message);
    if (next !== undefined) output.line(`  ${next}`);
    emit('problem', { message, ...(next === undefined ? {} : { next }) });
  };
  return {
    problem,
    marketplace: ({ url, createDashboardUrl }: Market) => {
      const dashboardUrl = createDashboardUrl();
      output.done('marketplace', `${url}   data in .mkt/`);
      output.done('dashboard', `${dashboardUrl}   signs in once, within 5 minutes`);
      emit('marketplace', { url, dashboardUrl });
    },
    line: (text: string) => output.line(text),
    starting: (command: string) => emit('service-starting', { command }),
    ready: (url: string, tookMs: number, command: string | undefined) => {
      const how = command === undefined ? '' : `   ${command}, after ${formatDuration(tookMs)}`;
      output.done('service', `${url}${how}`);
      emit('service-ready', { url, tookMs: Math.round(tookMs) });
    },
    exited: (exit: ServiceExit, command: string) => {
      output.line(`${style.red('✖')} ${exitSentence(exit, command)}`);
      emit('service-exited', exit);
    },
    changed: (path: string) => {
      output.line(style.dim(`  ${path} changed`));
      emit('changed', { path });
    },
    serviceLine: (line: string, stream: 'stdout' | 'stderr') => {
      output.line(`${style.dim('  │')} ${line}`);
      emit('output', { stream, line });
    },
    withoutContract: (url: string) =>
      problem(
        `No contract at ${url}/contract.`,
        `Is the service mounted under a path? mkt dev --service-url ${quoteArgument(`${url}/PATH`)}. If it has none yet, docs/reference/seller-interface.md shows a small one.`,
      ),
    /** Leaves the check of the contract out where `withoutContract` has reported it. */
    checks: (checked: CheckedService, hasContract = true) => {
      const { failed, fixed, passedCount, skippedCount } = checked;
      const shown = hasContract ? failed : failed.filter(({ name }) => name !== 'contract');
      for (const check of shown) {
        for (const line of checkLines(check, style, { isAdvice: check.level === 'advice' })) {
          output.line(line);
        }
      }
      if (fixed.length > 0) output.done('fixed', fixed.join(', '));
      const skipped = skippedCount > 0 ? `, ${skippedCount} skipped` : '';
      if (failed.length === 0) output.done('checks', `${passedCount} passed${skipped}`);
      emit('checks', { failed, fixed, passed: passedCount, skipped: skippedCount });
    },
    /** `failing`: the checks that have just failed; none of them stops a review. */
    published: (
      action: 'imported' | 'updated' | 'unchanged',
      provider: Provider,
      { url, failing }: { url: string; failing: readonly string[] },
    ) => {
      const { slug, price } = provider;
      const terms = `${slug}   ${formatPrice(price)}`;
      if (failing.length === 0) output.done('published', terms);
      else
        output.note('published', `${terms}   although ${failing.join(' and ')} failed: see above`);
      emit('published', { action, id: provider.id, slug: provider.slug, url, failing });
    },
    secret: ({ outcome, variable, beside }: SecretWritten, slug: string) => {
      if (outcome === 'unchanged') return;
      if (outcome === 'differs') {
        return problem(
          `${SECRET_FILE} has another secret as ${variable}, which was not replaced. While mkt dev runs, the service gets the right one in its environment.`,
          `If no service needs the old one: mkt secrets pull ${quoteArgument(slug)} --replace-secret`,
        );
      }
      const besides = beside === undefined ? '' : `; ${beside} has that of another listing`;
      output.done('signing secret', `written to ${SECRET_FILE} as ${variable}${besides}`);
      emit('secret-written', { file: SECRET_FILE, variable });
    },
    /** With `--json` the numbers keep their digits. */
    call: (order: SellerOrder) => {
      const { slug } = order.listing;
      const start = JSON.stringify({ event: 'call', at: new Date().toISOString(), slug });
      const { jsonText = JSON.stringify(order) } = order as SellerOrder & { jsonText?: string };
      const text = `${start.slice(0, -1)},${jsonText.trimStart().slice(1)}`;
      output.result(order, () => callLines(order, style), text);
    },
    refused: (refusal: Refusal) =>
      data('refused', refusal, () => refusalLines(refusal, new Date(), style)),
  };
}

function exitSentence(exit: ServiceExit, command: string): string {
  const waiting = 'It is started again after the next change.';
  if (exit.kind === 'not-started') {
    const why = exit.code === 'ENOENT' ? 'there is no such program' : exit.code;
    return `The service cannot be started with ${command}: ${why}. ${waiting}`;
  }
  const { code, signal } = exit;
  return `The service has ended ${signal === null ? `with code ${code}` : `by ${signal}`}. ${waiting}`;
}
