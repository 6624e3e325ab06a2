/** Why an operation cannot be sold by the template; the message completes a sentence about it. */
export class Unsupported extends Error {}

/** Its schemas are larger than the marketplace accepts. */
export class TooLarge extends Unsupported {}
