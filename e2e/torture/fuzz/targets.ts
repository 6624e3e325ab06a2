/** Records that requests can name; new ones are added as they are created. */
export interface Targets {
  sellerUrl: string;
  /** Published and never archived, for orders and reads. */
  published: [string, ...string[]];
  /** To be changed, rotated, archived and deleted. */
  expendable: [string, ...string[]];
  orders: [string, ...string[]];
  apiKeys: [string, ...string[]];
  sellers: [string, ...string[]];
  /** The address of the marketplace, as its pages have it. */
  origin: string;
  /** Cookies of sessions, some of which have ended. */
  cookies: [string, ...string[]];
  deviceCodes: [string, ...string[]];
  userCodes: [string, ...string[]];
  cursors: [string, ...string[]];
}
