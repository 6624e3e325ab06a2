import { planWeight, type Plan } from '@mkt/json-schema';
import { readJson } from '@mkt/protocol';

/** The plan of a schema on its way to the main thread, with all that takes time to find out. */
export interface PlanMessage {
  json: string;
  /** Memory of the plan and its validator, as estimated by `planWeight`. */
  heldBytes: number;
  /** Whether JSON.parse may misread names of constants in it (`readJson`). */
  escapesNames: boolean;
}

export function createPlanMessage(plan: Plan): PlanMessage {
  const json = JSON.stringify(plan);
  const { escapesNames } = readJson(json);
  return { json, heldBytes: planWeight(plan, json.length), escapesNames };
}
