import type { Check, ListingContent } from '@mkt/protocol';
import { checkAgentTexts } from './agent-texts.ts';
import { failed, passed } from '../checks/outcomes.ts';

/** Things that help a listing to sell: optional parts of its contract, and texts written for people. */
export function adviceChecks(content: ListingContent): Check[] {
  const { description, runContract } = content;
  const { requestExampleJson, responseExampleJson, healthEndpoint } = runContract;
  const missing = [
    ...(requestExampleJson === undefined ? ['requestExampleJson'] : []),
    ...(responseExampleJson === undefined ? ['responseExampleJson'] : []),
  ];
  return [
    missing.length === 0
      ? passed('examples-given', 'requestExampleJson and responseExampleJson are given')
      : failed('examples-given', {
          message: `the contract has no ${missing.join(' and no ')}`,
          fix: `Add ${missing.join(' and ')}: buyers start from the examples.`,
        }),
    healthEndpoint === undefined
      ? failed('health-given', {
          message: 'no healthEndpoint is given',
          fix: 'Add healthEndpoint: the marketplace probes it every 5 minutes and shows buyers the result.',
        })
      : passed('health-given', 'healthEndpoint is given'),
    description === null
      ? failed('description-given', {
          message: 'no description is given',
          fix: 'Add a description: buyers search it and read it first.',
        })
      : passed('description-given', 'a description is given'),
    checkAgentTexts(content),
  ];
}
