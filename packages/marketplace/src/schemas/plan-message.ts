import { planBacktracks, planWeight, type Plan } from '@mkt/json-schema';
import { hasInexactNumbers, readJson } from '@mkt/protocol';

/** The plan of a schema on its way to the main thread, with all that takes time to find out. */
export interface PlanMessage {
  json: string;
  /** Memory of the plan and its validator, as estimated by `planWeight`. */
  heldBytes: number;
  /** Whether JSON.parse may misread it: names of constants with escapes, numbers past a double. */
  needsCare: boolean;
  /** Whether it has a pattern that only a schema process may run. */
  backtracks: boolean;
}

export function createPlanMessage(plan: Plan): PlanMessage {
  const json = JSON.stringify(plan);
  const read = readJson(json);
  const needsCare = read.escapesNames || hasInexactNumbers(read, () => false) === true;
  const heldBytes = planWeight(plan, json.length);
  return { json, heldBytes, needsCare, backtracks: planBacktracks(plan) };
}
