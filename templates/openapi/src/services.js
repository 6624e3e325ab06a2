import { readdirSync, readFileSync } from "node:fs";
import { defineService, logCall, memoryReplayStore } from "@mkt/seller-kit";
import { requestFor } from "./request.js";
import { callUpstream, keyHeaders } from "./upstream.js";

const root = new URL("../", import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(new URL(path, root), "utf8"));

// The API that you sell. Your key is in .env as UPSTREAM_KEY, never in a file that you commit.
const api = readJson("api.json");
const address = process.env.UPSTREAM_URL || api.address;
const key = process.env.UPSTREAM_KEY;
const sent = keyFor(api.key, key);

// A call that one service has received is not accepted by another.
const replay = memoryReplayStore();

/** One service for each file in contracts/, by its name. */
export const services = new Map(
  readdirSync(new URL("contracts/", root))
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => [file.slice(0, -".json".length), serviceOf(file)]),
);

function serviceOf(file) {
  const { title, description, category, tags, price, input, output, examples, request } = readJson(`contracts/${file}`);
  const name = file.slice(0, -".json".length);
  return defineService({
    name: title,
    description,
    // Only its path, while PUBLIC_URL is not set.
    baseUrl: `${(process.env.PUBLIC_URL ?? "").replace(/\/+$/, "")}/${name}`,
    category,
    tags,
    // A file in contracts/ may have its own price.
    price: price ?? { currency: "USD", amount: {{price}}, unit: "call" },
    input,
    output,
    examples,
    replay,
    onCall: logCall, // prints a line for each call
    run: (input, { bodyText, signal }) =>
      callUpstream({ ...requestFor(address, request, { input, bodyText }, sent), key, signal }),
  });
}

/** How the key is sent: in headers, or in the query string. */
function keyFor(scheme, value) {
  if (!scheme) return { headers: {}, query: {} };
  const encoded = scheme.prefix === "Basic " && value ? Buffer.from(value).toString("base64") : value;
  const headers = keyHeaders(scheme.name, encoded && scheme.prefix + encoded);
  return scheme.in === "header" ? { headers, query: {} } : { headers: {}, query: { [scheme.name]: value } };
}
