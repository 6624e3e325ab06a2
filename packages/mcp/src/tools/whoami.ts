import type { Arguments, Call, Tool } from '../call.ts';
import { budgetLeft } from '../orders/budget-left.ts';
import { recordResult } from '../results/tool-result-results-tool-result.ts';
import { sellerText } from '../sellers/seller-text.ts';
import { checkNames } from './read-arguments.ts';

const MAX_NAME = 100;

async function read(args: Arguments, { session, signal }: Call) {
  checkNames(args, []);
  const me = await session.market.me({ signal });
  const left = budgetLeft(me) || 'Nothing limits what this API key may spend.';
  const keyName = me.keyName === null ? null : sellerText(me.keyName, MAX_NAME);
  return recordResult(left, { keyName, scopes: me.scopes, budget: me.budget });
}

export const whoami: Tool = {
  name: 'whoami',
  title: 'Read the budget',
  description: 'Shows the API key that pays: its name, its budget and what is left of it.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true, openWorldHint: true },
  isActivation: false,
  ifNotFound: '',
  call: read,
};
