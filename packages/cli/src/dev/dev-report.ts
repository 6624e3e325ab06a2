import type { SellerOrder } from '@mkt/client';
import type { Provider } from '@mkt/protocol';
import { SECRET_FILE } from '../secrets/secret-file.ts';
import type { SecretWritten } from '../secrets/write-secret.ts';
import { checkLines } from '../show/check.ts';
import { formatPrice } from '../show/price.ts';
import { formatDuration } from '../show/time.ts';
import type { Output } from '../terminal/output.ts';
import { quoteArgument } from '../terminal/printable.ts';
import type { CheckedService } from './check-service.ts';
import type { Market, Refusal } from './open-market.ts';
import type { ServiceExit } from './service-process.ts';
import { callLines, refusalLines } from './show-call.ts';

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
