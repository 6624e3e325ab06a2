import type { Api } from '../../../test-bed/api.ts';

export type OutcomeMetric =
  | 'mkt_orders_settled_total'
  | 'mkt_reviews_total'
  | 'mkt_health_probes_total'
  | 'mkt_webhook_attempts_total';

/** What `/metrics` of a process says of a metric: every outcome with its count. */
export async function allOutcomes(
  api: Api,
  metric: OutcomeMetric,
): Promise<Record<string, number>> {
  const { text } = await api.get('/metrics');
  const series = text.matchAll(new RegExp(`^${metric}\\{(.*)\\} (\\d+)$`, 'gm'));
  return Object.fromEntries(
    [...series].map(([, labels = '', count]) => {
      const outcome = /^outcome="(\w+)"$/.exec(labels)?.[1];
      if (outcome === undefined) throw new Error(`${metric} has the labels ${labels}`);
      return [outcome, Number(count)];
    }),
  );
}

/** Those that have happened. */
export async function outcomesOf(api: Api, metric: OutcomeMetric): Promise<Record<string, number>> {
  const all = await allOutcomes(api, metric);
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}
