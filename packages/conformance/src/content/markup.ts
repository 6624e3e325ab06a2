import type { Find } from './word-screen.ts';

/**
 * Markup that would run if a page that shows the text did not escape it. Only markup that is meant
 * to run: "removes <script> tags" and `List<Image>` are text. Bounded repetitions keep a text of
 * 5000 characters under a millisecond or two.
 */
const RUNNING = [
  /<script\b[^<>]{0,500}>[^<]{0,1000}<\/script/i,
  /<(?:script|iframe|embed|object)\b[^<>]{0,500}\b(?:src|srcdoc|data)\s{0,5}=/i,
  /<[a-z][\w:-]{0,30}\b[^<>]{0,500}[\s"'/]on(?:error|load|click|dblclick|focus|blur|submit|change|input|toggle|wheel|scroll|drop|copy|cut|paste|begin|message|resize|select|play|(?:mouse|key|pointer|touch|drag|animation|transition|before)[a-z]{0,20})\s{0,5}=/i,
  /\b(?:href|src|action|formaction)\s{0,5}=\s{0,5}["']?\s{0,5}(?:javascript|vbscript|data:text\/html)/i,
  /\]\(\s{0,5}(?:javascript|vbscript|data):/i,
];

export const findMarkup: Find = (text) => {
  for (const pattern of RUNNING) {
    const index = pattern.exec(text)?.index;
    if (index !== undefined) return index;
  }
  return undefined;
};

/** A web address; names with a dot (`Next.js`, `example.com`) are not links. */
export const findLink: Find = (text) => /\b(?:https?:\/\/|www\.)\S/i.exec(text)?.index;
