/** The browser that sends a request. */
export interface Browser {
  /** The request's header. */
  cookie: string | undefined;
  /** An IP address, for the list of sessions; of IPv6 only the network. */
  address: string;
  userAgent: string | undefined;
}

/** What a request about sessions found or changed. */
export interface WithCookies<Result> {
  result: Result;
  /** `Set-Cookie` headers for the response. */
  cookies: readonly string[];
}
