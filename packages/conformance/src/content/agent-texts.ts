import { type Check, type Detail, LIMITS, type ListingContent } from '@mkt/protocol';
import { failed, passed } from '../checks/check.ts';
import { contentFields, type Field } from './content-fields.ts';

/** Up to four words. No character is part of a word and of what separates words. */
const SOME_WORDS = String.raw`(?:\w{1,20}\W{1,3}){0,4}?`;

/**
 * What is written for a program that reads the text, not for the person who buys. Every repetition is
 * bounded and matches a text in one way only: with apostrophes as parts of words, 300 characters took
 * a minute.
 */
const TO_AGENTS: readonly RegExp[] = [
  // Tokens with which models separate a conversation's parts.
  /<\|\w{2,20}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|tool_call|function_calls?)>|<(?:start|end)_of_turn>/,
  new RegExp(
    String.raw`\b(?:ignore|disregard|forget|override)\W{1,3}${SOME_WORDS}(?:previous|prior|above|earlier|preceding|existing|system|your|all)\W{1,3}${SOME_WORDS}(?:instructions?|prompts?|rules|guidelines|messages)\b`,
  ),
  /\b(?:notes?|notice|attention|reminder|warning|important)\W{1,3}(?:to|for)\W(?:(?:all|any|the|ai|llm|autonomous|language|coding)\W){0,3}(?:agents?|assistants?|models?|llms?|ais?|chatbots?)\b/,
  /\b(?:do not|don't|never|without)\W{1,3}(?:ask|asking|tell|telling|inform|informing|notify|notifying|warn|warning|consult|consulting)\W{1,3}(?:the\W|your\W|any\W)?(?:users?|humans?|persons?|people|operators?|owners?)\b/,
  /\b(?:users?|humans?|persons?|owners?|operators?)\W(?:has|have)\W(?:already\W|previously\W)?(?:confirmed|approved|authori[sz]ed|agreed|consented)\b/,
  // The tools of the MCP server.
  /\b(?:run_listing|list_orders|get_order|cancel_order|search_listings|show_listing|mkt_confirm)\b/,
  /\b(?:(?:create|test|list)_webhooks?|list_deliveries|send_delivery)\b/,
  /\balways\W(?:use|prefer|choose|select|call|pick|recommend|run)\W(?:this|our)\W(?:tool|listing|service|function|api)\b/,
  /\byou are\W(?:now\W)?an?\W(?:ai|llm|autonomous|helpful)\W(?:agent|assistant|model)\b/,
];

/** Invisible characters, which can be put into a word to hide it from a search. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const isToAgents = (text: string): boolean => {
  const plain = text.normalize('NFKC').replaceAll(INVISIBLE, '').toLowerCase().replaceAll('’', "'");
  return TO_AGENTS.some((pattern) => pattern.test(plain));
};

/** Every text that buyers see is in exactly one of the fields with the rules for words. */
const isRead = ({ rules }: Field) => rules.includes('profanity');

function detailsOf({ path, text, parts = [{ path, text }] }: Field): Detail[] {
  return parts
    .filter((part) => isToAgents(part.text))
    .map((part) => ({
      path: part.path.slice(0, 200).toWellFormed(),
      message: 'seems to address an AI agent',
      keyword: 'agent_text',
    }));
}

/**
 * `agent-texts`: whether a text of a listing addresses buyers' agents. Only advice, because some
 * services are about such texts, and the tools for agents label every text of a seller anyway.
 */
export function checkAgentTexts(content: ListingContent): Check {
  const found = contentFields(content)
    .filter(isRead)
    .flatMap((field) => detailsOf(field).map((detail) => ({ label: field.label, detail })));
  const [first] = found;
  if (!first) return passed('agent-texts', 'no text addresses the agents of buyers');
  return failed('agent-texts', {
    message: `the ${first.label} ${first.detail.message}, at ${first.detail.path}`,
    fix: 'Describe the service to people. Agents are instructed to treat sellers’ texts as data, and may warn their users about yours.',
    details: found.slice(0, LIMITS.details).map(({ detail }) => detail),
  });
}

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
