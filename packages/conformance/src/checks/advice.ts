import type { Check, ListingContent } from '@mkt/protocol';
import { failed, passed } from './outcomes.ts';

/** What a listing can do without, and sells better with. */
export function adviceChecks({ description, runContract }: ListingContent): Check[] {
  const { requestExampleJson, responseExampleJson, healthEndpoint } = runContract;
  const bothExamples = requestExampleJson !== undefined && responseExampleJson !== undefined;
  return [
    bothExamples
      ? passed('examples-given', 'requestExampleJson and responseExampleJson are given')
      : failed('examples-given', {
          message: 'an example of the request and of the response are not both given',
          fix: 'Add requestExampleJson and responseExampleJson: buyers start from them.',
        }),
    healthEndpoint === undefined
      ? failed('health-given', {
          message: 'no healthEndpoint is given',
          fix: 'Add healthEndpoint: it is probed every 5 minutes, and buyers see the result.',
        })
      : passed('health-given', 'healthEndpoint is given'),
    description === null
      ? failed('description-given', {
          message: 'no description is given',
          fix: 'Add a description: it is what buyers search in and read first.',
        })
      : passed('description-given', 'a description is given'),
  ];
}
