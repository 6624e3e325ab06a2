import { defineService } from "@mkt/seller-kit";

const words = new Intl.Segmenter(undefined, { granularity: "word" });

// The listing, the endpoint's contract and the endpoint itself, in one place.
export const service = defineService({
  name: "{{title}}",
  description: "Counts the words and characters of a text.",
  baseUrl: process.env.PUBLIC_URL,
  category: "data",
  tags: ["text"],
  price: { currency: "USD", amountCents: {{amountCents}}, unit: "call" },

  // What a call takes and gives, as JSON Schema. The marketplace refuses other input before it
  // gets here, and `run` below is typed by these.
  input: {
    type: "object",
    additionalProperties: false,
    required: ["text"],
    properties: { text: { type: "string", maxLength: 50000 } },
  } as const,
  output: {
    type: "object",
    required: ["words", "characters"],
    properties: { words: { type: "integer" }, characters: { type: "integer" } },
  } as const,
  examples: {
    request: { text: "Hello there." },
    response: { words: 2, characters: 12 },
  },

  // Your own work goes here. What it throws fails the order, which the buyer does not pay:
  // `throw new ServiceError(503, "Try again later")` says why.
  run: ({ text }) => ({
    words: [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length,
    characters: [...text].length,
  }),
});
