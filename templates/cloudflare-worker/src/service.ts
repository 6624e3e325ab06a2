import { defineService, logCall } from "@mkt/seller-kit";

const words = new Intl.Segmenter(undefined, { granularity: "word" });

// The listing, its contract and its code in one place.
export const service = defineService({
  name: "{{title}}",
  description: "Counts the words and characters of a text.",
  // Wrangler sets NODE_ENV: "production" when it deploys, "development" for `npm run dev`, whose contract
  // names the address that was requested.
  baseUrl: process.env.NODE_ENV === "production" ? process.env.PUBLIC_URL : undefined,
  category: "data",
  tags: ["text"],
  price: { currency: "USD", amount: {{price}}, unit: "call" },

  // Input and result as JSON Schema. The marketplace refuses any other input before it calls the
  // service, and the types of `run` follow from these.
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

  onCall: logCall, // prints a line for each call

  // Your code goes here. An error fails the order, and the buyer does not pay;
  // `throw new ServiceError(503, "Try again later")` tells the buyer why.
  run: ({ text }) => ({
    words: [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length,
    characters: [...text].length,
  }),
});
