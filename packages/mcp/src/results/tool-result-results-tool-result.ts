import { findIn } from './cut-json.ts';

export interface ToolResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

/** The longest text of a result; longer ones are cut, whether the seller or the marketplace wrote them. */
export const MAX_RESULT_BYTES = 32_000;

const SHORTENED = ' It was too long: its longest texts and lists are cut.';

export const bytesOf = (text: string) => Buffer.byteLength(text);

/**
 * The one form of all results: a sentence of the marketplace, then a record as JSON. Both are text, and
 * there is no `structuredContent`: some clients give a model only that, which has neither the sentence
 * that labels a seller's texts nor all digits of a number, and sending both would send every result twice.
 */
export function textResult(sentence: string, json: string): ToolResult {
  return {
    content: [
      { type: 'text', text: sentence },
      { type: 'text', text: json },
    ],
  };
}

/** The same with a record that is cut where it is too long. */
export function recordResult(sentence: string, record: unknown): ToolResult {
  const json = JSON.stringify(record);
  const room = MAX_RESULT_BYTES - bytesOf(sentence);
  if (bytesOf(json) <= room) return textResult(sentence, json);
  const found = findIn(json, '');
  if ('lost' in found) return textResult(sentence, '{}');
  return textResult(sentence + SHORTENED, found.part(0, room - SHORTENED.length).text);
}
