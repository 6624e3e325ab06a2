/** A response of the marketplace. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed body; `undefined` when there is none. */
  body: any;
  text: string;
}
