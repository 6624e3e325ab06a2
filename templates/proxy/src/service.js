import { defineService, logCall } from "@mkt/seller-kit";
import { callUpstream, keyHeaders, withQuery } from "./upstream.js";

// The API that you sell. Your key for it is in .env as UPSTREAM_KEY, never in a file that you commit.
const url = process.env.UPSTREAM_URL || "{{upstream}}";
const method = "{{upstreamMethod}}";
const key = process.env.UPSTREAM_KEY;
const headers = keyHeaders("{{upstreamHeader}}", key);

// The listing and its contract. Describe here what the API takes and returns.
export const service = defineService({
  name: "{{title}}",
  description: "Sends a text to the API and returns its response.",
  baseUrl: process.env.PUBLIC_URL,
  category: "data",
  tags: ["api"],
  price: { currency: "USD", amount: {{price}}, unit: "call" },

  // Input and result as JSON Schema. The marketplace refuses any other input before it calls the
  // service, so the API only gets what you allow here.
  input: {
    type: "object",
    additionalProperties: false,
    required: ["text"],
    properties: { text: { type: "string", maxLength: 50000 } },
  },
  output: { type: "object" },
  // Shown to buyers, and used by the checks of `mkt validate`, which call the API with the request.
  examples: {
    request: { text: "Hello there." },
    response: {},
  },

  onCall: logCall, // prints a line for each call

  // GET has the input in its query string, any other method as JSON in its body.
  run: (input, { bodyText, signal }) =>
    method === "GET"
      ? callUpstream({ url: withQuery(url, input), method, headers, key, signal })
      : callUpstream({ url, method, headers, body: bodyText, key, signal }),
});
