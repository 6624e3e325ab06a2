/** What the behaviours run against. It is sent to the runtime as JSON. */
export interface World {
  /** A marketplace with the listings `echo`, `slow`, `failing` and `never`, each for USD 0.02 a call. */
  baseUrl: string;
  apiKey: string;
  /** A well-formed key that the marketplace does not know. */
  unknownKey: string;
  /** Leads to the marketplace: below `/busy/NAME` the first request of each NAME gets a 503. */
  busyUrl: string;
  /** The same below `/lost/NAME`: the first request arrives, but its response does not. */
  lostUrl: string;
  /** Nothing listens there. */
  closedUrl: string;
  /** Different for each runtime: a name for metadata and for the addresses above. */
  runtime: string;
}

/** By title: `null` if the runtime behaves like that, otherwise what went wrong. */
export type Report = Record<string, string | null>;
